import JSON
import Messages
import Store
import Tracking

/// Writes a FeatureCollection of points with the Recorder's properties (RFC 7946).
struct RecorderPointWriter: RecorderWriter {
    /// Only fixes that somebody marked as a point of interest, with a text in OwnTracks' key `poi`, which names them.
    let isOnlyOfInterest: Bool
    private var isFirst = true
    private var hasStarted = false
    private var times = TimeTexts()

    init(isOnlyOfInterest: Bool) { self.isOnlyOfInterest = isOnlyOfInterest }

    private mutating func start() -> [UInt8] {
        defer { hasStarted = true }
        return hasStarted ? [] : Array(#"{"type":"FeatureCollection","features":["#.utf8)
    }

    mutating func add(_ fixes: [StoredFix]) -> [UInt8] {
        var bytes = start()
        for fix in fixes {
            let interest = isOnlyOfInterest ? fix.keptKey("poi") : nil
            if isOnlyOfInterest, interest?.first != UInt8(ascii: "\"") { continue }
            append(fix, interest, to: &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] { start() + Array("]}".utf8) }

    private mutating func append(_ stored: StoredFix, _ interest: [UInt8]?, to bytes: inout [UInt8]) {
        let fix = stored.fix
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(#"{"type":"Feature","geometry":{"type":"Point","coordinates":["#)
        bytes.appendJSON(fix.coordinate.longitude)
        bytes.append(",")
        bytes.appendJSON(fix.coordinate.latitude)
        bytes.append(#"]},"properties":{"name":"#)
        // An empty text marks a place and does not name it.
        bytes.append(contentsOf: interest.flatMap { $0.count > 2 ? $0 : nil } ?? stored.initialsJSON)
        bytes.append(#","vel":"#, fix.speed)
        bytes.append(#","tst":"#, Double(fix.time.wholeSeconds))
        if fix.isBetweenSeconds { bytes.append(#","tst_ms":"#, Double(fix.time.milliseconds)) }
        bytes.append(#","acc":"#, fix.accuracy)
        bytes.append(#","alt":"#, fix.altitude)
        if let interest {
            bytes.append(#","poi":"#)
            bytes.append(contentsOf: interest)
        }
        if let address = stored.keptKey("addr") {
            bytes.append(#","address":"#)
            bytes.append(contentsOf: address)
        }
        bytes.append(#","isotst":"#)
        times.append(fix.time, "T", "Z", to: &bytes)
        bytes.append("}}")
    }
}

extension StoredFix {
    /// The value of a key that has no column, in JSON.
    func keptKey(_ name: String) -> [UInt8]? {
        guard let extra, let keys = try? ExtraKey.keys(of: extra) else { return nil }
        return keys.first { $0.name == name }?.json
    }
}

extension [UInt8] {
    package mutating func append(_ text: StaticString) { text.withUTF8Buffer { unsafe append(contentsOf: $0) } }

    fileprivate mutating func append(_ key: StaticString, _ number: Double?) {
        guard let number else { return }
        append(key)
        appendJSON(number)
    }
}
