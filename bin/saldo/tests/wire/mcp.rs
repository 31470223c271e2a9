//! Test of the official clients of the Model Context Protocol (npm, pinned), over HTTP and standard input.

use std::sync::OnceLock;

use crate::{Server, binary, is_installed, run_in};

const PROBE: &str =
    "await import('@modelcontextprotocol/sdk/client/index.js'); await import('@modelcontextprotocol/client')";

fn is_ready() -> bool {
    static READY: OnceLock<bool> = OnceLock::new();
    *READY.get_or_init(|| is_installed("mcp", PROBE))
}

#[test]
fn the_official_client_lists_and_calls_tools_over_both_transports() {
    if is_ready() {
        let server = Server::start(None);
        let (program, folder) = (binary().display().to_string(), server.folder.path().display().to_string());
        run_in("mcp", "client.mjs", &[&server.base_url, &program, &folder]);
    }
}
