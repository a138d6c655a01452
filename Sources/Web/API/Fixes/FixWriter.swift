import JSON
import Store
import Tracking

/// Writes fixes in the interface's form, straight into bytes: a day of them is a megabyte.
enum FixWriter {
    static func json(_ fix: StoredFix) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        append(fix, to: &bytes)
        return bytes
    }

    static func append(_ stored: StoredFix, to bytes: inout [UInt8]) {
        let fix = stored.fix
        bytes.append(literal: "{\"time\":\"")
        bytes.append(contentsOf: fix.time.rfc3339)
        bytes.append(literal: "\",\"lat\":")
        bytes.appendJSON(fix.coordinate.latitude)
        bytes.append(literal: ",\"lon\":")
        bytes.appendJSON(fix.coordinate.longitude)
        bytes.append(",\"acc\":", fix.accuracy)
        bytes.append(",\"alt\":", fix.altitude)
        bytes.append(",\"vac\":", fix.verticalAccuracy)
        bytes.append(",\"vel\":", fix.speed)
        bytes.append(",\"cog\":", fix.course)
        if let mark = stored.mark {
            bytes.append(",\"boot\":", Int64(mark.boot))
            bytes.append(",\"seq\":", Int64(mark.sequence))
        }
        bytes.append(",\"mode\":", stored.mode?.rawValue)
        bytes.append(",\"src\":", stored.source?.rawValue)
        bytes.append(",\"t\":", stored.trigger)
        bytes.append(",\"conn\":", stored.connection)
        if let battery = stored.battery { bytes.append(",\"batt\":", Int64(battery)) }
        bytes.append(",\"gw\":", stored.gateway?.text)
        if let sent = stored.sent {
            bytes.append(literal: ",\"sent\":\"")
            bytes.append(contentsOf: sent.rfc3339)
            bytes.append(literal: "\"")
        }
        if stored.isImplausible { bytes.append(literal: ",\"implausible\":true") }
        bytes.append(literal: ",\"received\":\"")
        bytes.append(contentsOf: stored.received.rfc3339)
        bytes.append(literal: "\"}")
    }
}

extension [UInt8] {
    fileprivate mutating func append(literal text: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    fileprivate mutating func append(_ key: StaticString, _ number: Double?) {
        guard let number else { return }
        append(literal: key)
        appendJSON(number)
    }

    fileprivate mutating func append(_ key: StaticString, _ number: Int64) {
        append(literal: key)
        appendDecimal(number)
    }

    fileprivate mutating func append(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        append(literal: key)
        appendJSON(text)
    }
}
