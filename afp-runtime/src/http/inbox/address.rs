use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use super::settings::{InboxError, refuse};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose word about the client's address counts.
#[derive(Clone, Debug, Default)]
pub(super) struct TrustedProxies(Vec<Network>);

#[derive(Clone, Copy, Debug)]
struct Network {
    address: IpAddr,
    bits: u32,
}

impl TrustedProxies {
    pub(super) fn new(texts: &[String]) -> Result<Self, InboxError> {
        let network = |text: &String| match Network::parse(text) {
            Some(network) => Ok(network),
            None => refuse(format!(
                "the proxy {text:?} is none; write it like `10.0.0.1` or `10.0.0.0/8`"
            )),
        };
        texts
            .iter()
            .map(network)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.holds(address))
    }

    /// The address of the client: the peer's, or behind trusted proxies the right-most forwarded
    /// one that is none of theirs. An entry that is no address ends the search.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        if !self.trusts(client) {
            return client;
        }
        let lines: Vec<&[u8]> = headers
            .get_all(FORWARDED_FOR)
            .iter()
            .map(HeaderValue::as_bytes)
            .collect();
        for entry in lines
            .iter()
            .rev()
            .flat_map(|line| line.rsplit(|byte| *byte == b','))
        {
            match parse_entry(entry) {
                None => return client,
                Some(address) => client = address,
            }
            if !self.trusts(client) {
                return client;
            }
        }
        client
    }
}

impl Network {
    fn parse(text: &str) -> Option<Self> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().ok()?)),
            None => (text, None),
        };
        let written: IpAddr = address.trim().parse().ok()?;
        let address = written.to_canonical();
        let size = if address.is_ipv4() { 32 } else { 128 };
        let mapped = if written.is_ipv6() && address.is_ipv4() {
            96
        } else {
            0
        };
        let bits = bits.map_or(Some(size), |bits: u32| bits.checked_sub(mapped))?;
        (bits <= size).then_some(Self { address, bits })
    }

    fn holds(self, other: IpAddr) -> bool {
        match (self.address, other) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let mask = u32::MAX.checked_shl(32 - self.bits).unwrap_or(0);
                own.to_bits() & mask == other.to_bits() & mask
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let mask = u128::MAX.checked_shl(128 - self.bits).unwrap_or(0);
                own.to_bits() & mask == other.to_bits() & mask
            }
            _ => false,
        }
    }
}

/// An address with or without a port, IPv6 with or without brackets.
fn parse_entry(entry: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(entry).ok()?.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
        .unwrap_or(text);
    let address: Option<IpAddr> = bare.parse().ok();
    let address = address.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))?;
    Some(address.to_canonical())
}

/// What shares a limit: an IPv4 address, or the 64 bits of an IPv6 address that a provider gives
/// to one customer.
pub(super) fn limited_unit(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
    }
}

/// Stands for all senders whose address nobody told.
pub(super) const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, lines: &[&str]) -> String {
        let proxies = [
            "10.0.0.1".to_owned(),
            "10.9.0.0/16".to_owned(),
            "fd00::/8".to_owned(),
        ];
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        let proxies = TrustedProxies::new(&proxies).unwrap();
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn the_right_most_entry_that_is_no_proxy_counts() {
        assert_eq!(client("10.0.0.1", &["1.2.3.4, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(
            client("10.0.0.1", &["1.2.3.4", "203.0.113.9"]),
            "203.0.113.9"
        );
        assert_eq!(
            client("10.0.0.1", &["203.0.113.9, 10.9.3.4, fd00::1"]),
            "203.0.113.9"
        );
        assert_eq!(
            client("::ffff:10.0.0.1", &["203.0.113.9:4711"]),
            "203.0.113.9"
        );
        assert_eq!(client("10.0.0.1", &["[2001:db8::a]:443"]), "2001:db8::a");
        assert_eq!(client("10.0.0.1", &["::ffff:203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn nobody_else_is_believed() {
        assert_eq!(client("198.51.100.7", &["203.0.113.9"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", &["203.0.113.9, junk"]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["203.0.113.9, "]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn units_are_addresses_and_prefixes() {
        let unit = |text: &str| limited_unit(text.parse().unwrap());
        assert_eq!(unit("::ffff:203.0.113.9"), unit("203.0.113.9"));
        assert_eq!(
            unit("2001:db8::a"),
            unit("2001:0db8:0000:0000:0000:0000:0000:000a")
        );
        assert_ne!(unit("2001:db8::a"), unit("2001:db8:0:1::a"));
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for text in [
            "",
            "10.0.0",
            "10.0.0.0/33",
            "::/129",
            "proxy",
            "10.0.0.0/-1",
        ] {
            assert!(TrustedProxies::new(&[text.to_owned()]).is_err(), "{text}");
        }
        assert!(TrustedProxies::new(&["0.0.0.0/0".to_owned(), "::/0".to_owned()]).is_ok());
    }
}
