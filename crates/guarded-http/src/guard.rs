//! The check of addresses: the resolver of the client, whose answers are the addresses of the connection.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Error: a name of a host in a private network.
#[derive(Debug, thiserror::Error)]
#[error("the host is in a private network")]
pub(crate) struct PrivateHost;

/// Resolves names once, and refuses those that have a private address. The client connects to the returned
/// addresses, so that a second answer of the name server cannot lead elsewhere.
pub(crate) struct GuardedResolver {
    pub(crate) permitted: Arc<[String]>,
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let permitted = self.permitted.clone();
        Box::pin(async move {
            let name = name.as_str().to_ascii_lowercase();
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            // One private address is enough: the client would try it if the public ones did not answer.
            if !permitted.contains(&name) && !found.iter().all(|address| is_public(address.ip())) {
                return Err(PrivateHost.into());
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

/// True for an address of the public internet, by the special-purpose registries of IANA (RFC 6890).
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        // 169.254.169.254 has the metadata, and with it the credentials, of machines in a cloud.
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || first == 0
        || first >= 240
        // Addresses of carriers (RFC 6598), of protocols, and of benchmarks.
        || (first == 100 && (64..128).contains(&second))
        || (first == 192 && second == 0 && third == 0)
        || (first == 192 && second == 88 && third == 99)
        || (first == 198 && (18..20).contains(&second));
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Translators (RFC 6052) and 6to4 carry an IPv4 address, which is the one that is reached.
    let octets = address.octets();
    let embedded = |at: usize| Ipv4Addr::new(octets[at], octets[at + 1], octets[at + 2], octets[at + 3]);
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    match (first, second) {
        (0x64, 0xff9b) if octets[4..12].iter().all(|byte| *byte == 0) => is_public_v4(embedded(12)),
        (0x2002, _) => is_public_v4(embedded(2)),
        // Protocols, among them Teredo, benchmarks, and documentation.
        (0x2001, second) if second < 0x200 || second == 0xdb8 => false,
        (0x3fff, second) if second < 0x1000 => false,
        (first, _) => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_and_special_addresses_are_not_public() {
        for text in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "127.1.2.3",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn addresses_of_the_internet_are_public() {
        for text in ["1.1.1.1", "100.128.0.1", "172.32.0.1", "192.0.1.1", "::ffff:1.1.1.1", "2606:4700::1111"]
        {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }
}
