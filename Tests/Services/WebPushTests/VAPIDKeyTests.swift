import Cryptography
import Foundation
import TestSupport
import Testing
import Tracking
import WebPush

/// How a push service is shown who sends (RFC 8292).
struct VAPIDKeyTests {
    @Test func `the token names service, end and contact, and is signed by the key beside it`() throws {
        var generator = SystemRandomNumberGenerator()
        let key = P256Key(using: &generator)
        let now = Timestamp(milliseconds: 1_700_000_000_500)
        let value = VAPIDKey(key).authorization(for: "https://push.example", contact: "mailto:a@b.example", at: now)
        let found = try #require(try /vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)/.wholeMatch(in: value))
        #expect(Base64URL.bytes(String(found.4)) == [4] + key.point)
        #expect(String(found.4) == VAPIDKey(key).publicText)
        let header = try #require(Base64URL.bytes(String(found.1)))
        #expect(String(decoding: header, as: UTF8.self) == #"{"typ":"JWT","alg":"ES256"}"#)
        let claims = try #require(Base64URL.bytes(String(found.2)))
        let expected = #"{"aud":"https://push.example","exp":1700043200,"sub":"mailto:a@b.example"}"#
        #expect(String(decoding: claims, as: UTF8.self) == expected)
        let signature = try #require(Base64URL.bytes(String(found.3)))
        #expect(signature.count == 64)
        let signed = Array("\(found.1).\(found.2)".utf8)
        let verifier = try #require(VerificationKey(p256: key.point))
        #expect(verifier.accepts(Self.der(signature), of: signed))
        #expect(!verifier.accepts(Self.der(signature), of: signed + [0]))
    }

    /// r and s as ECDSA-Sig-Value (RFC 3279, section 2.2.3).
    private static func der(_ signature: [UInt8]) -> [UInt8] {
        let numbers = [signature.prefix(32), signature.suffix(32)].flatMap { bytes -> [UInt8] in
            let digits = Array(bytes.drop { $0 == 0 })
            let number = (digits.first ?? 0) >= 0x80 ? [0] + digits : digits
            return [2, UInt8(number.count)] + number
        }
        return [0x30, UInt8(numbers.count)] + numbers
    }
}
