import Messages
import Store
import Tracking

/// Writes fixes as JSON straight into bytes: a day's way is thousands of them.
struct FixText {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) {
        // A fix of a tracker with all that it tells.
        bytes.reserveCapacity(capacity * 260 + 64)
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func append(_ stored: StoredFix) {
        let fix = stored.fix
        append("{\"time\":\"")
        bytes.append(contentsOf: fix.time.rfc3339)
        append("\",\"lat\":")
        bytes.appendJSON(fix.coordinate.latitude)
        append(",\"lon\":")
        bytes.appendJSON(fix.coordinate.longitude)
        number(",\"acc\":", fix.accuracy)
        number(",\"alt\":", fix.altitude)
        number(",\"vac\":", fix.verticalAccuracy)
        number(",\"vel\":", fix.speed)
        number(",\"cog\":", fix.course)
        if let mark = stored.mark {
            integer(",\"boot\":", Int64(mark.boot))
            integer(",\"seq\":", Int64(mark.sequence))
        }
        word(",\"mode\":", stored.mode?.rawValue)
        word(",\"src\":", stored.source?.rawValue)
        word(",\"t\":", stored.trigger)
        word(",\"conn\":", stored.connection)
        if let battery = stored.battery { integer(",\"batt\":", Int64(battery)) }
        word(",\"gw\":", stored.gateway?.text)
        append(",\"received\":\"")
        bytes.append(contentsOf: stored.received.rfc3339)
        append("\"}")
    }

    private mutating func number(_ key: StaticString, _ value: Double?) {
        guard let value, value.isFinite else { return }
        append(key)
        bytes.appendJSON(value)
    }

    private mutating func integer(_ key: StaticString, _ value: Int64) {
        append(key)
        bytes.appendDecimal(value)
    }

    private mutating func word(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        append(key)
        bytes.appendJSON(value)
    }

    /// A list of fixes, and where the next page begins.
    static func list(_ fixes: [StoredFix], next: String?) -> [UInt8] {
        var text = FixText(capacity: fixes.count)
        text.append("{\"fixes\":[")
        for (index, fix) in fixes.enumerated() {
            if index > 0 { text.append(",") }
            text.append(fix)
        }
        text.append("]")
        if let next {
            text.append(",\"next\":")
            text.bytes.appendJSON(next)
        }
        text.append("}")
        return text.bytes
    }
}
