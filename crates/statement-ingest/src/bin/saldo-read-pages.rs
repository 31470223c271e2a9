//! A child program for hosts that have no room for a hidden sub-command: reads one file's pages under limits.
//! Not for use by hand; see `saldo_statement_ingest::page::ChildReader`.

fn main() -> std::process::ExitCode {
    saldo_statement_ingest::page::read_as_child()
}
