public import Tracking

/// A fix as a tracker notifies it, and when it was sent by the tracker's own clock.
public struct SentFix: Hashable, Sendable {
    public var fix: TrackerFix
    public var sent: Timestamp

    public init(_ fix: TrackerFix, sent: Timestamp) {
        self.fix = fix
        self.sent = sent
    }

    /// How many bytes it has; a notification of so many needs an ATT MTU of three more.
    public static let size = 55
}

extension SentFix: GATTValue {
    static let modes: [Mode] = [.off, .bluetooth, .cellular]
    private static let sources: [FixSource] = [.gnss, .cell, .lastKnown]
    private static let triggers: [FixTrigger] = [.periodic, .asked]

    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader(versioned: "fix", bytes)
        let mode = try reader.word("mode", Self.modes)
        let source = try reader.word("source", Self.sources)
        let trigger = try reader.word("trigger", Self.triggers)
        let battery = Int(try reader.integer("battery", 0...UInt8(100)))
        let mark = try reader.mark()
        sent = try reader.time("sending time")
        let fix = try Self.fix(&reader)
        self.fix = TrackerFix(fix: fix, mark: mark, mode: mode, source: source, trigger: trigger, battery: battery)
    }

    private static func fix(_ reader: inout GATTReader) throws(GATTValueError) -> Fix {
        let position = try reader.position()
        var fix = Fix(coordinate: position.coordinate, time: position.time, accuracy: position.accuracy)
        fix.altitude = try reader.hundredths("altitude", Int32.self)
        fix.verticalAccuracy = try reader.hundredths("vertical accuracy", UInt32.self)
        fix.speed = try reader.hundredths("speed", UInt32.self)
        fix.course = try reader.hundredths("course", UInt16.self)
        if let course = fix.course, course > 360 { throw reader.refusal("course", "0 to 360 degrees", course) }
        return fix
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter.versioned
        writer.put(fix.mode, of: Self.modes)
        writer.put(fix.source, of: Self.sources)
        writer.put(fix.trigger, of: Self.triggers)
        writer.put(UInt8(clamping: min(100, fix.battery)))
        writer.put(fix.mark)
        writer.put(sent)
        let fix = fix.fix
        writer.put(Position(fix))
        writer.put(hundredths: fix.altitude, as: Int32.self)
        writer.put(hundredths: fix.verticalAccuracy, as: UInt32.self)
        writer.put(hundredths: fix.speed, as: UInt32.self)
        writer.put(hundredths: fix.course.map { min(360, $0) }, as: UInt16.self)
        return writer.bytes
    }
}
