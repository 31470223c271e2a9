//! Tests of the AI SDK's own client with the advisor, with a scripted model server and without one.

use std::net::TcpListener;
use std::sync::OnceLock;

use crate::{Server, is_installed, run_in};

fn is_ready() -> bool {
    static READY: OnceLock<bool> = OnceLock::new();
    *READY.get_or_init(|| {
        is_installed("chat", "await import('ai'); await import('@ai-sdk/react'); await import('happy-dom')")
    })
}

#[test]
fn the_ai_sdk_client_reads_every_sequence_of_a_model() {
    if !is_ready() {
        return;
    }
    with_model("client.mjs", "127.0.0.1", &[]);
}

#[test]
fn the_use_chat_hook_streams_stops_and_resumes() {
    if is_ready() {
        with_model("react.mjs", "127.0.0.1", &[]);
    }
}

#[test]
fn the_use_chat_hook_asks_for_consent_before_data_reaches_a_remote_model() {
    if is_ready() {
        // `0.0.0.0` reaches this machine but is not one of the addresses known to be local.
        with_model("react.mjs", "0.0.0.0", &["elsewhere"]);
    }
}

#[test]
fn the_use_chat_hook_asks_approves_rejects_and_edits() {
    if is_ready() {
        run_in("chat", "react.mjs", &[&Server::start(None).base_url]);
    }
}

/// Runs a script against a server. The script plays the server of its model.
fn with_model(script: &str, host: &str, more: &[&str]) {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let model_server = format!("http://{host}:{port}/v1");
    let settings = [
        ("OPENAI_BASE_URL", model_server.as_str()),
        ("OPENAI_MODEL", "test-model"),
        ("OPENAI_API_KEY", "sk-test"),
    ];
    let server = Server::start_with(None, &settings);
    run_in("chat", script, &[&[server.base_url.as_str(), port.as_str()], more].concat());
}

#[test]
fn the_ai_sdk_client_reads_the_built_in_analyst() {
    if is_ready() {
        run_in("chat", "client.mjs", &[&Server::start(None).base_url]);
    }
}
