//! A child program for hosts without room for a hidden subcommand: it reads the pages of one file under
//! limits. It is not meant to be started by hand; see `saldo_statement_ingest::page::ChildReader`.

fn main() -> std::process::ExitCode {
    saldo_statement_ingest::page::read_as_child()
}
