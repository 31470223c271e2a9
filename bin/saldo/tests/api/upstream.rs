//! A server of the chat completions API, for tests of models at an endpoint.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server of the chat completions API that returns the same response to every request.
pub struct Upstream {
    /// The port on this machine.
    pub port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Upstream {
    /// Starts the server.
    pub async fn start(status: &'static str, answer: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let request = request(&mut socket).await;
                seen.lock().unwrap().push(request);
                let head = format!(
                    "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    answer.len()
                );
                // The client may close the connection before it has read everything.
                let _ = socket.write_all(format!("{head}{answer}").as_bytes()).await;
            }
        });
        Self { port, asked }
    }

    /// Starts a server that returns this message as a chat completion.
    pub async fn saying(message: Value) -> Self {
        let answer = json!({ "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }] });
        Self::start("200 OK", answer.to_string()).await
    }

    /// Returns the bodies of the requests.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

/// Reads a request, and returns its body.
pub async fn request(socket: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let count = socket.read(&mut piece).await.unwrap();
        bytes.extend_from_slice(&piece[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, sent)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| {
            line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse::<usize>().ok()
        });
        if sent.len() >= length.unwrap_or(0) || count == 0 {
            return sent.to_owned();
        }
    }
}
