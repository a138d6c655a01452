import JSON
import Messages
import Store
import Tracking

/// Writes stored fixes as the Recorder tells them: the keys as they were published, and what it adds.
///
/// Straight into bytes, because a day of a tracker has thousands.
struct RecorderEntry {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true
    private var texts = TimeTexts()

    /// What the Recorder adds to the published keys.
    enum Addition {
        /// In a history: when it came.
        case received
        /// In the last positions: whose it is, and the name of the thing it is tied to.
        case device(topic: String, item: String?)
        case none
    }

    /// Gives away what has been written.
    mutating func takeBytes() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }

    mutating func append(_ text: StaticString) { text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) } }

    mutating func append(_ fix: StoredFix, _ addition: Addition) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        put("_type", "location")
        putPublished(fix)
        putKept(fix.extra)
        switch addition {
        case .none: break
        case .received:
            putHash(fix)
            key("isorcv")
            texts.append(fix.received, "T", "Z", to: &bytes)
            putTimes(fix)
        case .device(let topic, let item):
            put("topic", topic)
            put("username", fix.device.owner.ownTracks)
            put("device", fix.device.device.ownTracks)
            put("name", item)
            putHash(fix)
            putTimes(fix)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func putPublished(_ stored: StoredFix) {
        let fix = stored.fix
        put("lat", fix.coordinate.latitude)
        put("lon", fix.coordinate.longitude)
        put("tst", integer: fix.time.wholeSeconds)
        put("acc", fix.accuracy)
        put("alt", fix.altitude)
        put("vac", fix.verticalAccuracy)
        put("vel", fix.speed)
        put("cog", fix.course)
        put("batt", integer: stored.battery.map(Int64.init))
        put("conn", stored.connection)
        if !stored.hasOwnInitials { put("tid", stored.device.device.initials) }
        put("t", stored.trigger)
        put("seq", integer: stored.mark.map { Int64($0.sequence) })
        put("boot", integer: stored.mark.map { Int64($0.boot) })
        put("mode", stored.mode?.rawValue)
        put("src", stored.source?.rawValue)
        put("gw", stored.gateway?.text)
        if stored.mark != nil || fix.isBetweenSeconds { put("tst_ms", integer: fix.time.milliseconds) }
    }

    /// The keys of the object of those that have no column, without its braces.
    private mutating func putKept(_ extra: [UInt8]?) {
        guard let extra, extra.count > 2 else { return }
        separate()
        bytes.append(contentsOf: extra[1..<extra.count - 1])
    }

    private mutating func putHash(_ fix: StoredFix) {
        key("ghash")
        bytes.append(UInt8(ascii: "\""))
        Geohash.append(fix.fix.coordinate, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func putTimes(_ fix: StoredFix) {
        key("isotst")
        texts.append(fix.fix.time, "T", "Z", to: &bytes)
        key("disptst")
        texts.append(fix.fix.time, " ", nil, to: &bytes)
    }
}

extension RecorderEntry {
    private mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private mutating func put(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        key(name)
        bytes.appendJSON(text)
    }

    private mutating func put(_ name: StaticString, _ number: Double?) {
        guard let number else { return }
        key(name)
        bytes.appendJSON(number)
    }

    private mutating func put(_ name: StaticString, integer: Int64?) {
        guard let integer else { return }
        key(name)
        bytes.appendDecimal(integer)
    }
}

extension StoredFix {
    private static let initialsKey = Array(#"{"tid":"#.utf8)

    /// Whether the device told initials other than those that follow from its name; they stand first in what is kept.
    var hasOwnInitials: Bool { extra?.starts(with: Self.initialsKey) ?? false }

    /// The initials that the device told; nil for none, or for what is no text.
    var toldInitials: String? {
        guard hasOwnInitials, let extra else { return nil }
        return (try? ExtraKey.keys(of: extra))?.first?.unescaped
    }

    /// What a map shows for the device, as a JSON text.
    var initialsJSON: [UInt8] {
        if hasOwnInitials, let extra, let first = (try? ExtraKey.keys(of: extra))?.first { return first.json }
        var json: [UInt8] = []
        json.appendJSON(device.device.initials)
        return json
    }
}

extension Fix {
    /// Whether its time is not a whole second, which `tst` tells.
    var isBetweenSeconds: Bool { time.milliseconds % 1000 != 0 }
}
