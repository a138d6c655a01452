internal import Foundation

/// Bytes as text that needs no quoting in a URL (RFC 4648, section 5), without padding.
package enum Base64URL {
    /// The text of some bytes.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// The bytes; nil for a text that is none.
    static func bytes(_ text: String) -> [UInt8]? {
        var padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while !padded.utf8.count.isMultiple(of: 4) { padded += "=" }
        return Data(base64Encoded: padded).map { Array($0) }
    }
}
