//! `saldo health`: asks the server on this machine if it is ready, for containers and service managers
//! without an HTTP client.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, bail};

/// Time limit of each step: connecting, sending, receiving.
const WAIT_MAX: Duration = Duration::from_secs(5);
/// Maximum number of bytes read of the answer. Status, headers and the short body fit.
const ANSWER_BYTES_MAX: u64 = 16 * 1024;

/// Requests `GET /health/ready` at the first address that the server listens on.
///
/// # Errors
/// If nothing answers, or the server is not ready.
pub fn check(listen: &[SocketAddr]) -> anyhow::Result<()> {
    let address = reachable(*listen.first().context("SALDO_LISTEN has no address; set one")?);
    let answer = ask(address).with_context(|| format!("nothing answers at {address}; is Saldo running?"))?;
    let status = answer.split_whitespace().nth(1).unwrap_or_default();
    if status == "200" {
        return Ok(());
    }
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body.trim());
    bail!("Saldo at {address} is not ready (status {status}): {body}")
}

/// Returns the address under which this machine reaches a server that may listen on all addresses.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let host = match listen.ip() {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    SocketAddr::new(host, listen.port())
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut connection = TcpStream::connect_timeout(&address, WAIT_MAX)?;
    connection.set_read_timeout(Some(WAIT_MAX))?;
    connection.set_write_timeout(Some(WAIT_MAX))?;
    connection.write_all(b"GET /health/ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    connection.take(ANSWER_BYTES_MAX).read_to_string(&mut answer)?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_reached_through_loopback() {
        for (listen, expected) in
            [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("192.168.1.5:80", "192.168.1.5:80")]
        {
            assert_eq!(reachable(listen.parse().unwrap()), expected.parse().unwrap());
        }
    }
}
