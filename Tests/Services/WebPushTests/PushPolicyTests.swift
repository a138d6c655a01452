import Testing
import WebPush

/// Which addresses this machine calls because a subscription names them.
struct PushPolicyTests {
    @Test(
        arguments: [
            ("https://fcm.googleapis.com/fcm/send/abc:def", "https://fcm.googleapis.com"),
            ("https://updates.push.services.mozilla.com/wpush/v2/x", "https://updates.push.services.mozilla.com"),
            ("https://WEB.push.apple.com:443/Q", "https://web.push.apple.com"),
        ]
    )
    func `push services on the internet are called`(url: String, origin: String) {
        let endpoint = PushPolicy().endpoint(url)
        #expect(endpoint?.url == url)
        #expect(endpoint?.origin == origin)
        #expect(endpoint?.mayBePrivate == false)
    }

    @Test(
        arguments: [
            "", "x", "http://push.example.com/a", "https://push.example.com:8443/a", "https://user@push.example.com/a",
            "https://localhost/a", "https://router/a", "https://printer.local/a", "https://nas.lan/a",
            "https://127.0.0.1/a", "https://10.0.0.1/a", "https://[::1]/a", "https://2130706433/a", "https://0x7f.1/a",
            "https://127.1/a", "https://push.example.com./a", "https://push.example.com/a#b",
            "ftp://push.example.com/a",
            "https://push.example.com/a b", "https://push.example.com/ä", "https://metadata.google.internal/a",
        ]
    )
    func `nothing else is`(url: String) { #expect(PushPolicy().endpoint(url) == nil) }

    @Test func `an address that is too long is not called`() {
        let path = String(repeating: "a", count: PushPolicy.longest)
        #expect(PushPolicy().endpoint("https://push.example.com/\(path)") == nil)
    }

    @Test func `an origin that somebody has allowed is called, and no other port of its host`() {
        let policy = PushPolicy(origins: ["http://127.0.0.1:8555"])
        #expect(policy.endpoint("http://127.0.0.1:8555/a")?.mayBePrivate == true)
        #expect(policy.endpoint("http://127.0.0.1:8556/a") == nil)
        #expect(policy.endpoint("http://127.0.0.1/a") == nil)
        #expect(policy.endpoint("https://127.0.0.1:8555/a") == nil)
    }
}
