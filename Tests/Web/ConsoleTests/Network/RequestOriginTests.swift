import Access
import HTTPTypes
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite struct RequestOriginTests {
    private func origin(
        _ peer: String,
        _ fields: [(String, String)] = [],
        trusted: [String] = []
    ) throws
        -> RequestOrigin
    {
        var headers = HTTPFields()
        for (name, value) in fields { headers.append(HTTPField(name: try #require(.init(name)), value: value)) }
        return RequestOrigin(
            peer: NetworkAddress(peer),
            isEncrypted: false,
            headers: headers,
            trusted: try trusted.map { try #require(AddressRange(written: $0)) }
        )
    }

    @Test(arguments: [
        ("203.0.113.9", "203.0.113.9"), ("203.0.113.9, 10.0.0.7", "203.0.113.9"),
        // What the client itself wrote stands in front, and counts for nothing.
        ("127.0.0.1, 203.0.113.9", "203.0.113.9"), ("127.0.0.1,203.0.113.9,10.1.2.3", "203.0.113.9"),
        ("nonsense, 203.0.113.9", "203.0.113.9"), ("127.0.0.1", "127.0.0.1"), ("[2001:db8::7]", "2001:db8::7"),
        // So balancers write it that name the port.
        ("203.0.113.9:5678", "203.0.113.9"), ("[2001:db8::7]:5678", "2001:db8::7"), ("2001:db8::7", "2001:db8::7"),
        // Somebody asks through it, and may be anybody; so write proxies that listen to a socket, or hide whom they know.
        ("nonsense, 10.0.0.7", "unknown"), ("nonsense", "unknown"), ("", "unknown"), ("unix:", "unknown"),
        ("_hidden", "unknown"), ("203.0.113.9, unknown", "unknown"), ("127.0.0.1,", "unknown"), ("[::1", "unknown"),
    ])
    func `a trusted proxy says where a request comes from`(header: String, source: String) throws {
        let found = try origin("127.0.0.1", [("X-Forwarded-For", header)], trusted: ["127.0.0.1", "10.0.0.0/8"])
        #expect(found.text == source)
        #expect(found.isFromHere == (source == "127.0.0.1"))
    }

    @Test func `what anybody else says of it counts for nothing`() throws {
        let fields = [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https")]
        let found = try origin("192.0.2.1", fields, trusted: ["10.0.0.0/8"])
        #expect(found.text == "192.0.2.1" && !found.isEncrypted)
        #expect(try origin("10.0.0.1", fields, trusted: ["10.0.0.0/8"]).isEncrypted)
    }

    @Test func `a trusted proxy that does not say for whom it asks does not ask for this machine`() throws {
        for trusted in [["127.0.0.1"], []] {
            let found = try origin("127.0.0.1", [("Via", "1.1 proxy")], trusted: trusted)
            #expect(!found.isFromHere && found.text == "unknown" && found.address?.isLoopback == false)
        }
        #expect(try origin("127.0.0.1", trusted: ["127.0.0.1"]).isFromHere)
    }

    @Test(arguments: [
        "X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "via", "X-Forwarded-Proto", "X-Forwarded-Host",
        "X-Forwarded-Port", "X-Forwarded-Server", "CF-Connecting-IP", "CF-Ray", "True-Client-IP", "X-Client-IP",
        "X-Cluster-Client-IP", "Fastly-Client-IP", "Fly-Client-IP", "X-Envoy-External-Address", "X-Amzn-Trace-Id",
        "X-Original-URL", "Proxy-Connection", "CDN-Loop", "Max-Forwards", "Tailscale-User-Login",
    ])
    func `what a proxy of this machine passes on is not from this machine`(header: String) throws {
        #expect(try origin("127.0.0.1").isFromHere)
        #expect(try origin("::1").isFromHere)
        #expect(try !origin("127.0.0.1", [(header, "127.0.0.1")]).isFromHere)
        #expect(try !origin("192.0.2.1").isFromHere)
    }
}
