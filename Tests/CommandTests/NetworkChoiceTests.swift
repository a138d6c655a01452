import Testing
import Web

@testable import tagalong

@Suite struct NetworkChoiceTests {
    @Test(arguments: [
        ("8467", "127.0.0.1", true), (":8467", "127.0.0.1", true), ("localhost:8467", "127.0.0.1", true),
        ("127.0.0.1:8467", "127.0.0.1", true), ("[::1]:8467", "::1", true), ("127.8.8.8:8467", "127.8.8.8", true),
        ("0.0.0.0:8467", "0.0.0.0", false), ("[::]:8467", "::", false), ("192.168.1.7:8467", "192.168.1.7", false),
        ("box.example:8467", "box.example", false), ("[::ffff:127.0.0.1]:8467", "::ffff:127.0.0.1", true),
    ])
    func `an address is read, and known for who reaches it`(text: String, host: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(written: text))
        #expect(address.host == host && address.port == 8467 && address.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", "x", "localhost", "127.0.0.1:", "127.0.0.1:65536", "127.0.0:80", "::1:8467:", "[127.0.0.1]:80", "[]:80",
        "http://localhost:80", "a b:80", "[::1:80",
    ])
    func `what is no address is refused`(text: String) {
        #expect(ListenAddress(written: text) == nil)
    }

    private let files = CertificateFiles(certificate: "c.pem", key: "k.pem")

    private func choice(_ text: String, _ files: CertificateFiles? = nil) throws -> NetworkChoice {
        NetworkChoice(address: try #require(ListenAddress(written: text)), certificate: files)
    }

    @Test(arguments: ["0.0.0.0:1", "[::]:1", "192.168.1.7:1", "box.example:1"])
    func `an address that others reach needs a passcode and a certificate`(text: String) throws {
        #expect(throws: CommandFailure.self) { try choice(text).check(isProtected: false) }
        #expect(throws: CommandFailure.self) { try choice(text).check(isProtected: true) }
        #expect(throws: CommandFailure.self) { try choice(text, files).check(isProtected: false) }
        try choice(text, files).check(isProtected: true)
    }

    @Test func `this machine alone needs neither, and may have both`() throws {
        for text in ["8467", "[::1]:8467"] {
            try choice(text).check(isProtected: false)
            try choice(text, files).check(isProtected: true)
        }
    }

    @Test func `what is printed is what browsers make passkeys for`() throws {
        #expect(try choice("8467").page(port: 8467) == "http://localhost:8467")
        #expect(try choice("[::1]:0").page(port: 99) == "http://localhost:99")
        #expect(try choice("8467", files).page(port: 8467) == "https://localhost:8467")
        #expect(try choice("box.example:1", files).page(port: 1) == "https://box.example:1")
        #expect(try !choice("0.0.0.0:1", files).page(port: 1).contains("0.0.0.0"))
    }
}
