import Access
import Cryptography
import Foundation

/// An authenticator as a browser has one, with a key of P-256.
struct Authenticator {
    let key = SigningKey()
    var id = [UInt8]("credential-of-a-test".utf8)
    var counter: UInt32 = 1
    var flags: UInt8 = 0x05
    var site = "localhost"
    var origin = "http://localhost:8467"

    func register(_ challenge: String) -> PasskeyAnswer {
        let point = key.point
        let cose: [UInt8] =
            [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point[..<32] + [0x22, 0x58, 0x20]
            + point[32...]
        var data = head(flags | 0x40)
        data += [UInt8](repeating: 0, count: 16) + [0, UInt8(id.count)] + id + cose
        let object: [UInt8] =
            [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8) + [
                0xA0, 0x68,
            ]
            + Array("authData".utf8) + [0x58, UInt8(data.count)] + data
        return PasskeyAnswer(
            id: text(id),
            clientData: text(client("webauthn.create", challenge)),
            attestation: text(object)
        )
    }

    func logIn(_ challenge: String) throws -> PasskeyAnswer {
        let (data, client) = (head(flags), client("webauthn.get", challenge))
        let signature = try key.signature(of: data + Digest.sha256(client))
        return PasskeyAnswer(
            id: text(id),
            clientData: text(client),
            authenticatorData: text(data),
            signature: text(signature)
        )
    }

    private func head(_ flags: UInt8) -> [UInt8] {
        let count = [UInt8(counter >> 24), UInt8(counter >> 16 & 255), UInt8(counter >> 8 & 255), UInt8(counter & 255)]
        return Digest.sha256(Array(site.utf8)) + [flags] + count
    }

    private func client(_ type: String, _ challenge: String) -> [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":false}"#.utf8)
    }

    private func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
