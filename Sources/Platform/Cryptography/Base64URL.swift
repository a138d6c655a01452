internal import Foundation

/// Bytes as text that needs no quoting in a URL (RFC 4648, section 5), without padding.
public enum Base64URL {
    /// The text of some bytes.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        // Byte by byte: each event of a stream has one.
        let plain = Data(bytes).base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }
        let urlSafe = plain.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: Array(urlSafe), as: UTF8.self)
    }

    /// The bytes; nil for a text that is none.
    public static func bytes(_ text: String) -> [UInt8]? {
        var padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while !padded.utf8.count.isMultiple(of: 4) { padded += "=" }
        return Data(base64Encoded: padded).map { Array($0) }
    }
}
