/// The short way in which Eddystone writes an address of the web.
enum EddystoneURL {
    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
    private static let endings = [".com", ".org", ".edu", ".net", ".info", ".biz", ".gov"]

    /// The address of a scheme and up to 17 bytes; nil for a byte that stands for nothing.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let first = bytes.first, Int(first) < schemes.count, bytes.count <= 18 else { return nil }
        var text = schemes[Int(first)]
        for byte in bytes.dropFirst() {
            switch byte {
            case 0..<7: text += endings[Int(byte)] + "/"
            case 7..<14: text += endings[Int(byte) - 7]
            case 0x21...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: return nil
            }
        }
        return text
    }
}
