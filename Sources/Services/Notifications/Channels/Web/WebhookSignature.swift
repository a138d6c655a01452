internal import Cryptography
internal import Settings
internal import Tracking

/// Shows a receiver that a message is ours, and when it was sent.
///
/// `Tagalong-Signature: t=1700000000,v1=<64 hexadecimal digits>`: the HMAC-SHA256, with the secret as key, over the
/// decimal seconds since 1970, a full stop, and the bytes of the body. A receiver computes the same, compares in constant
/// time, and refuses what is older than some minutes.
enum WebhookSignature {
    static let name = "Tagalong-Signature"

    static func header(of body: [UInt8], key: SecretText, at now: Timestamp) -> String {
        let time = "\(now.wholeSeconds)"
        let signed = Array("\(time).".utf8) + body
        let code = Digest.hmacSHA256(signed, key: Array(key.value.utf8))
        return "t=\(time),v1=\(Hex.text(code))"
    }
}
