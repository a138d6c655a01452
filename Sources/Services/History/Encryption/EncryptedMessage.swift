internal import Foundation

/// OwnTracks' `encrypted` message: another message, in a box of libsodium's, in Base64.
enum EncryptedMessage {
    static func encoded(_ box: [UInt8]) -> [UInt8] {
        Array(#"{"_type":"encrypted","data":"\#(Data(box).base64EncodedString())"}"#.utf8)
    }

    /// The box; nil for a text that is none in Base64.
    static func box(_ data: String) -> [UInt8]? { Data(base64Encoded: data).map(Array.init) }
}
