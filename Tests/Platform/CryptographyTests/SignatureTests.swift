import Cryptography
import TestSupport
import Testing

/// Signatures made with openssl's own command, `openssl dgst -sha256 -sign`, and one of a standard.
struct SignatureTests {
    private static let message = Array("a message".utf8)
    private static let modulus = hex(
        """
        9df7926b9c544886c4f4458d01f817529aad3d56610aa1d199d5ecdc17184a816dff13d11e24b023f0ac93c72e700459
        2561a7758462f1b785c4280cce6b119b0bc13cd47c7630a831a6c21ade89494d65e9c6fc6bff37281e5f37aeb9b150b1
        13691670c70f2a34693bef863400b69c824616074c8fdbfb7bd24f3db01fdd752cb4bcba924775255c35b85fecf7bc8c
        4ea5635acb01771166442014dc496a3ad7780dc2971243927ff412f3a444937cd26d8dab554db9f46847335e5b561cc8
        a41c6332fd45f67cb9d53203986b3de44039a09c4dbecf3a2f6da26447e4fa6fcb1b4a7e43ca46ce73629dbdc31f1242
        fc1a0cb5b7f88e241ce909ba0eb77eab
        """
    )
    private static let rsaSignature = hex(
        """
        90b2029556f1c799a290d429e8f80eb1063cd88ed4037724591bec6d30b4c6e431efa54a80ae47539cc0a381c9708ad2
        1555002c988cf967f908da177bf6383f0680f55ab84cb27b18eb13f3d0dff0300b8c2d49297692f41435adaeb5defb52
        aa88e78cd8a9003b9092b2494de1bc6357ff3f6fb41c5918e0ab87b6a6d53aa1083e5a85987457905925a666a17bf897
        fb66d95e01224ca6ee1b8982934c4650665bb8624b99b25622eaac92632c17dcc6c1021e5ec393ecd6dbc3c497248851
        3f1532140ec0670d9dbbd0b231644bdc8a05b48fbc3facf83e3599d3efcb2db5d06da879a77c9cef208d39482976a7d9
        fb1c0549c40971d744340c29b7d83171
        """
    )
    private static let point = hex(
        """
        58982a0d55a67013f17973ff1be08a22af772a8c83ef9261f6c8ed4ce961fb404a63ba83c412e368b476dc8cd9fdc620
        4b16bdd1499fb3604b316d9f5db79fd3
        """
    )
    private static let p256Signature = hex(
        """
        3046022100e9f21075ecdf5b7da612dfde863314d43424d99f21b66c58f6d44f1038f1bda90221008bc9dcdf0ef18aa9
        a99abe2f31767613b72f95f9c48d6a61ca43745343e594a2
        """
    )

    /// RFC 8032, section 7.1, test 2.
    private static let edwards = hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    private static let edwardsSignature = hex(
        """
        92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
        085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
        """
    )

    private static let cases: [(VerificationKey?, [UInt8], [UInt8])] = [
        (VerificationKey(rsa: modulus, exponent: [1, 0, 1]), rsaSignature, message),
        (VerificationKey(rsa: [0] + modulus, exponent: [0, 1, 0, 1]), rsaSignature, message),
        (VerificationKey(p256: point), p256Signature, message),
        (VerificationKey(ed25519: edwards), edwardsSignature, [0x72]),
    ]

    @Test(arguments: cases)
    func `a good signature is accepted, and one of other bytes, or changed, or cut, is not`(
        key: VerificationKey?,
        signature: [UInt8],
        message: [UInt8]
    ) throws {
        let key = try #require(key)
        #expect(key.accepts(signature, of: message))
        #expect(!key.accepts(signature, of: message + [0]))
        #expect(!key.accepts(signature, of: []))
        #expect(!key.accepts([], of: message))
        #expect(!key.accepts(Array(signature.dropLast()), of: message))
        for index in stride(from: 8, to: signature.count, by: 7) {
            var changed = signature
            changed[index] ^= 0x10
            #expect(!key.accepts(changed, of: message))
        }
    }

    @Test func `keys that are none are refused`() {
        #expect(VerificationKey(p256: Array(Self.point.dropLast())) == nil)
        #expect(VerificationKey(p256: [UInt8](repeating: 1, count: 64)) == nil)
        #expect(VerificationKey(p256: [UInt8](repeating: 0, count: 64)) == nil)
        #expect(VerificationKey(ed25519: [1, 2]) == nil)
        // 1,024 bits are too few, and 16,384 too slow.
        #expect(VerificationKey(rsa: Array(Self.modulus.prefix(128)), exponent: [3]) == nil)
        #expect(VerificationKey(rsa: [UInt8](repeating: 0xFF, count: 2048), exponent: [3]) == nil)
        #expect(VerificationKey(rsa: Self.modulus, exponent: []) == nil)
        #expect(VerificationKey(rsa: [], exponent: [3]) == nil)
        for exponent: [UInt8] in [[0], [1], [0, 1], [2], [1, 0, 0]] {
            #expect(VerificationKey(rsa: Self.modulus, exponent: exponent) == nil)
        }
    }
}
