import Access
import Testing

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("::1", "::1"), ("2001:DB8:0:0::7", "2001:db8::7"), ("fe80::1%eth0", "fe80::1"),
        ("::ffff:192.0.2.7", "192.0.2.7"), ("0.0.0.0", "0.0.0.0"), ("::", "::"),
    ])
    func `an address is read and written`(text: String, written: String) throws {
        #expect(try #require(NetworkAddress(text)).description == written)
    }

    @Test(arguments: ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "localhost", "::1::", "1.2.3.4\u{0}", "[::1]", "12345::"])
    func `what is none is refused`(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
        ("0.0.0.0", false), ("::", false), ("::2", false),
    ])
    func `only the machine's own addresses are loopback`(text: String, isLoopback: Bool) throws {
        #expect(try #require(NetworkAddress(text)).isLoopback == isLoopback)
    }

    @Test(arguments: [
        ("192.168.0.0/16", "192.168.255.1", true), ("192.168.0.0/16", "192.169.0.1", false),
        ("192.168.77.0/23", "192.168.76.9", true), ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
        ("0.0.0.0/0", "203.0.113.1", true), ("0.0.0.0/0", "::1", false),
    ])
    func `a range is what begins with the same bits`(range: String, address: String, isIn: Bool) throws {
        let range = try #require(AddressRange(written: range))
        #expect(range.contains(try #require(NetworkAddress(address))) == isIn)
    }

    @Test(arguments: ["", "/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "ten/8"])
    func `a range that is none is refused`(text: String) {
        #expect(AddressRange(written: text) == nil)
    }
}
