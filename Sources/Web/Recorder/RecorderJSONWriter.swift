import API
import JSON
import Store

/// Writes `{"data":[…],"count":3,"status":200,"version":"…"}`; of no fixes there is no count.
struct RecorderJSONWriter: RecorderWriter {
    let fields: [String]?
    let version: String
    private var entry = RecorderEntry()
    private var count = 0

    init(fields: [String]?, version: String) {
        self.fields = fields
        self.version = version
    }

    mutating func add(_ fixes: [StoredFix]) -> [UInt8] {
        var bytes = count == 0 ? Array(#"{"data":["#.utf8) : []
        guard let fields else {
            for fix in fixes {
                if count > 0 { entry.append(",") }
                entry.append(fix, .received)
                count += 1
            }
            return bytes + entry.takeBytes()
        }
        for fix in fixes {
            if count > 0 { bytes.append(UInt8(ascii: ",")) }
            entry.append(fix, .received)
            bytes += entry.takeBytes().picking(fields)
            count += 1
        }
        return bytes
    }

    mutating func end() -> [UInt8] {
        var bytes = Array((count == 0 ? #"{"data":[],"# : #"],"count":\#(count),"#).utf8)
        bytes += Array(#""status":200,"version":"#.utf8)
        bytes.appendJSON(version)
        return bytes + Array("}".utf8)
    }
}
