import Cryptography
import TestSupport
import Testing
import WebPush

/// Messages as push services carry them, against the example of RFC 8291, section 5 and appendix A.
struct PushContentTests {
    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }

    private static let text = "When I grow up, I want to be a watermelon"
    private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    private static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    private static let receiverPrivate = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    private static let receiverPublic =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let senderPrivate = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    private static let senderPublic =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    private static let body = """
        DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y\
        l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
        """

    @Test func `the example of RFC 8291 comes out byte for byte`() throws {
        let sender = try #require(P256Key(secret: try Self.bytes(Self.senderPrivate)))
        #expect(Base64URL.text([4] + sender.point) == Self.senderPublic)
        let receiver = try #require(
            PushReceiver(key: try Self.bytes(Self.receiverPublic), secret: try Self.bytes(Self.secret))
        )
        let sealed = PushContent.sealed(
            Array(Self.text.utf8), for: receiver, from: sender, salt: try Self.bytes(Self.salt)
        )
        #expect(sealed.map { Base64URL.text($0) } == Self.body)
    }

    @Test func `the example of RFC 8291 can be read by its receiver`() throws {
        let receiver = try #require(P256Key(secret: try Self.bytes(Self.receiverPrivate)))
        #expect(Base64URL.text([4] + receiver.point) == Self.receiverPublic)
        let text = PushContent.opened(try Self.bytes(Self.body), by: receiver, secret: try Self.bytes(Self.secret))
        #expect(text == Array(Self.text.utf8))
    }

    /// A browser with keys by chance.
    private struct Browser {
        let key: P256Key
        let secret: [UInt8]
        let receiver: PushReceiver

        init(_ generator: inout some RandomNumberGenerator) throws {
            key = P256Key(using: &generator)
            secret = (0..<16).map { _ in .random(in: 0 ... .max, using: &generator) }
            receiver = try #require(PushReceiver(key: [4] + key.point, secret: secret))
        }
    }

    @Test(arguments: [0, 1, 15, 16, 255, 256, 257, 3000, PushContent.longest])
    func `what is sealed is read by its receiver, and by nobody else`(count: Int) throws {
        var generator = SystemRandomNumberGenerator()
        let (browser, other) = (try Browser(&generator), try Browser(&generator))
        let text = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        let salt = (0..<16).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        let sender = P256Key(using: &generator)
        for steps in [1, 256] {
            let sealed = try #require(
                PushContent.sealed(text, for: browser.receiver, from: sender, salt: salt, steps: steps)
            )
            #expect(sealed.count <= 4096)
            #expect((sealed.count - 103).isMultiple(of: steps) || sealed.count == 4096)
            #expect(PushContent.opened(sealed, by: browser.key, secret: browser.secret) == text)
            #expect(PushContent.opened(sealed, by: other.key, secret: browser.secret) == nil)
            #expect(PushContent.opened(sealed, by: browser.key, secret: other.secret) == nil)
            var changed = sealed
            changed[.random(in: sealed.indices.suffix(17), using: &generator)] ^= 1
            #expect(PushContent.opened(changed, by: browser.key, secret: browser.secret) == nil)
        }
    }

    @Test func `a text that no push service takes is refused`() throws {
        var generator = SystemRandomNumberGenerator()
        let browser = try Browser(&generator)
        let text = [UInt8](repeating: 65, count: PushContent.longest + 1)
        let salt = [UInt8](repeating: 0, count: 16)
        #expect(PushContent.sealed(text, for: browser.receiver, from: P256Key(using: &generator), salt: salt) == nil)
    }

    @Test func `keys that are none are no receiver's`() throws {
        let (key, secret) = (try Self.bytes(Self.receiverPublic), try Self.bytes(Self.secret))
        #expect(PushReceiver(key: key, secret: secret) != nil)
        #expect(PushReceiver(key: Array(key.dropLast()), secret: secret) == nil)
        #expect(PushReceiver(key: [3] + key.dropFirst(), secret: secret) == nil)
        #expect(PushReceiver(key: key.dropLast() + [0], secret: secret) == nil)
        #expect(PushReceiver(key: key, secret: Array(secret.dropLast())) == nil)
    }
}
