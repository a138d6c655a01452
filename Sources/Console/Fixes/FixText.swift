import Messages
import Store

/// Writes lists of fixes.
enum FixText {
    /// A list of fixes, and where the next page begins.
    static func list(_ fixes: [StoredFix], next: String?) -> [UInt8] {
        var bytes: [UInt8] = []
        // A fix of a tracker with all that it tells.
        bytes.reserveCapacity(fixes.count * 260 + 64)
        bytes += Array("{\"fixes\":[".utf8)
        for (index, fix) in fixes.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            FixWriter.append(fix, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        if let next {
            bytes += Array(",\"next\":".utf8)
            bytes.appendJSON(next)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
