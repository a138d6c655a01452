import Cryptography
import Testing

struct CertificateTests {
    private static let time: ClosedRange<Int64> = 1_700_000_000...1_800_000_000

    private static func authority() throws -> (certificate: String, key: String) {
        let key = try #require(Certificate.makeKey())
        return (try #require(Certificate.authority("An authority", key: key, valid: time)), key)
    }

    @Test func `a server's certificate has what it was made with, and is its authority's alone`() throws {
        let issuer = try Self.authority()
        let other = try Self.authority()
        let key = try #require(Certificate.makeKey())
        let text = try #require(
            Certificate.server(
                "A server",
                alternatives: [(false, "box.example"), (true, "192.168.1.10"), (true, "fe80::1")],
                key: key,
                valid: Self.time,
                issuer: issuer
            )
        )
        let certificate = try #require(Certificate(pem: text + issuer.certificate))
        #expect(certificate.end == Self.time.upperBound)
        #expect(certificate.has(key))
        #expect(!certificate.has(issuer.key))
        #expect(certificate.isSigned(by: try #require(Certificate(pem: issuer.certificate))))
        #expect(!certificate.isSigned(by: try #require(Certificate(pem: other.certificate))))
        let six: [UInt8] = [0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(certificate.alternatives == [.name("box.example"), .address([192, 168, 1, 10]), .address(six)])
        #expect(certificate.fingerprint.count == 32)
        #expect(certificate.fingerprint != Certificate(pem: issuer.certificate)?.fingerprint)
    }

    @Test(arguments: ["a,DNS:b", "a\nb", "a b", "@section", "a;b"])
    func `a name that would mean something else to OpenSSL is refused`(name: String) throws {
        let issuer = try Self.authority()
        let key = try #require(Certificate.makeKey())
        let made = Certificate.server(
            "A server",
            alternatives: [(false, name)],
            key: key,
            valid: Self.time,
            issuer: issuer
        )
        #expect(made == nil)
    }

    @Test(arguments: ["", "no PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func `what is no certificate is refused`(text: String) throws {
        #expect(Certificate(pem: text) == nil)
        #expect(Certificate.authority("An authority", key: text, valid: Self.time) == nil)
    }
}
