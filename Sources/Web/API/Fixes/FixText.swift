import JSON
import Store

/// Writes a list of fixes, and where the next one begins.
struct FixText {
    private var isFirst = true

    /// The next fixes, with what stands before the first of all.
    mutating func add(_ fixes: [StoredFix]) -> [UInt8] {
        var bytes: [UInt8] = []
        // A fix of a tracker with all that it tells.
        bytes.reserveCapacity(fixes.count * 260 + 64)
        for fix in fixes {
            bytes += separator
            FixWriter.append(fix, to: &bytes)
        }
        return bytes
    }

    mutating func end(next: String?) -> [UInt8] {
        var bytes = isFirst ? separator : []
        bytes.append(UInt8(ascii: "]"))
        if let next {
            bytes += Array(",\"next\":".utf8)
            bytes.appendJSON(next)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private var separator: [UInt8] {
        mutating get {
            defer { isFirst = false }
            return isFirst ? Array("{\"fixes\":[".utf8) : [UInt8(ascii: ",")]
        }
    }
}
