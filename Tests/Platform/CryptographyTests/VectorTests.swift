import Cryptography
import TestSupport
import Testing

/// What standards give as examples, and openssl's own command made.
struct VectorTests {
    @Test func `SHA-256 is that of FIPS 180-4`() {
        let expected = "ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad"
        #expect(Digest.sha256(Array("abc".utf8)) == hex(expected))
        let empty = "e3b0c442 98fc1c14 9afbf4c8 996fb924 27ae41e4 649b934c a495991b 7852b855"
        #expect(Digest.sha256([]) == hex(empty))
    }

    /// RFC 4231, sections 4.2 and 4.3.
    @Test(
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            // Made with Python's hmac.
            ([], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ]
    )
    func `HMAC with SHA-256 is that of RFC 4231`(key: [UInt8], text: String, expected: String) {
        #expect(Digest.hmacSHA256(Array(text.utf8), key: key) == hex(expected))
    }

    /// RFC 7914, section 12.
    @Test func `scrypt is that of RFC 7914`() {
        let expected = """
            fdbabe1c 9d347200 7856e719 0d01e9fe 7c6ad7cb c8237830 e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb9
            4a83ee6d8360cbdfa2cc0640
            """
        let key = KeyDerivation.scrypt(
            Array("password".utf8),
            salt: Array("NaCl".utf8),
            rounds: 1024,
            blockSize: 8,
            parallelism: 16,
            count: 64
        )
        #expect(key == hex(expected))
    }

    @Test(arguments: [(3, 8, 32), (0, 8, 32), (-2, 8, 32), (1024, 0, 32), (1024, 8, 0), (1 << 20, 8, 32)])
    func `scrypt refuses numbers that do not fit, or take too much memory`(rounds: Int, block: Int, count: Int) {
        #expect(KeyDerivation.scrypt([1], salt: [2], rounds: rounds, blockSize: block, count: count) == nil)
    }

    @Test func `PBKDF2 with SHA-512 gives what Python's hashlib gives`() {
        let expected = """
            867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252c02d470a285a0501bad999bfe943c08f050235d7d68b1da5
            5e63f73b60a57fce
            """
        let key = KeyDerivation.pbkdf2SHA512(Array("password".utf8), salt: Array("salt".utf8), iterations: 1)
        #expect(key == hex(expected))
    }

    /// RFC 8439, section 2.8.2.
    @Test func `ChaCha20-Poly1305 opens the example of RFC 8439, and nothing that was changed`() {
        let key = (0x80...0x9F).map { UInt8($0) }
        let purpose = hex("50515253c0c1c2c3c4c5c6c7")
        let combined = hex(
            """
            070000004041424344454647
            d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b
            1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
            3ff4def08e4b7a9de576d26586cec64b6116
            1ae10b594f09e26a7e902ecbd0600691
            """
        )
        let text =
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
            + "sunscreen would be it."
        #expect(ChaChaPoly.open(combined, key: key, purpose: purpose) == Array(text.utf8))
        for index in combined.indices {
            var changed = combined
            changed[index] ^= 1
            #expect(ChaChaPoly.open(changed, key: key, purpose: purpose) == nil)
        }
        #expect(ChaChaPoly.open(combined, key: key, purpose: []) == nil)
        #expect(ChaChaPoly.open(Array(combined.prefix(27)), key: key, purpose: purpose) == nil)
        #expect(ChaChaPoly.open(combined, key: [], purpose: purpose) == nil)
    }

    @Test(arguments: [0, 1, 64, 4096])
    func `what was sealed is opened`(count: Int) throws {
        var generator = SystemRandomNumberGenerator()
        let text = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        let key = [UInt8](repeating: 7, count: 32)
        let sealed = try #require(ChaChaPoly.seal(text, key: key, purpose: [1], using: &generator))
        #expect(sealed.count == count + 28)
        #expect(ChaChaPoly.open(sealed, key: key, purpose: [1]) == text)
        #expect(ChaChaPoly.seal(text, key: key, purpose: [1], using: &generator) != sealed)
    }
}
