import Tracking

/// Packs fixes by what changed since the one before, about 13 bytes each.
///
/// A fix is: flags; the change of the step in time if flagged; the changes of latitude and longitude; the mark if
/// flagged; each flagged value; the change of the delay; the seconds to the sending if flagged. All numbers are varints, signed ones in zigzag. A value that
/// may be missing is 0, or one more than its zigzagged change; a missing one counts as 0 for the change after it.
struct FixCoder {
    private(set) var last: FixRecord
    /// The time from the record before to the last one.
    private var step: Int64 = 0

    /// A block that begins with the time of its first fix.
    init(first: Int64) { last = .before(first) }

    /// What differs from the record before; the frequent ones fit into one byte.
    private struct Flags: OptionSet {
        let rawValue: UInt64
        static let step = Flags(rawValue: 1 << 0)
        static let accuracy = Flags(rawValue: 1 << 1)
        static let altitude = Flags(rawValue: 1 << 2)
        static let speed = Flags(rawValue: 1 << 3)
        static let course = Flags(rawValue: 1 << 4)
        static let verticalAccuracy = Flags(rawValue: 1 << 5)
        static let battery = Flags(rawValue: 1 << 6)
        static let mark = Flags(rawValue: 1 << 7)
        static let context = Flags(rawValue: 1 << 8)
        static let extra = Flags(rawValue: 1 << 9)
        /// Not in blocks that were written before schema version 3: there nothing is known of the sending.
        static let sent = Flags(rawValue: 1 << 10)
        static let implausible = Flags(rawValue: 1 << 11)
        static let all = Flags(rawValue: 1 << 12 - 1)
    }

    private func flags(for record: FixRecord) -> Flags {
        var flags: Flags = []
        if record.key.time &- last.key.time != step { flags.insert(.step) }
        if record.accuracy != last.accuracy { flags.insert(.accuracy) }
        if record.altitude != last.altitude { flags.insert(.altitude) }
        if record.speed != last.speed { flags.insert(.speed) }
        if record.course != last.course { flags.insert(.course) }
        if record.verticalAccuracy != last.verticalAccuracy { flags.insert(.verticalAccuracy) }
        if record.battery != last.battery { flags.insert(.battery) }
        if record.key.mark != last.nextMark { flags.insert(.mark) }
        if record.context != last.context { flags.insert(.context) }
        if record.hasExtra { flags.insert(.extra) }
        if record.sent != last.sent { flags.insert(.sent) }
        if record.isImplausible { flags.insert(.implausible) }
        return flags
    }
}

// Arithmetic wraps: any numbers come back as they went in, and damaged bytes do not trap.
extension FixCoder {
    mutating func pack(_ record: FixRecord, into bytes: inout [UInt8]) {
        let flags = flags(for: record)
        let newStep = record.key.time &- last.key.time
        bytes.append(varint: flags.rawValue)
        if flags.contains(.step) { bytes.append(signed: newStep &- step) }
        bytes.append(signed: Int64(record.key.latitude) - Int64(last.key.latitude))
        bytes.append(signed: Int64(record.key.longitude) - Int64(last.key.longitude))
        if flags.contains(.mark) {
            bytes.append(signed: Int64(record.key.mark.boot) - Int64(last.key.mark.boot))
            bytes.append(signed: Int64(record.key.mark.sequence) - Int64(last.key.mark.sequence))
        }
        if flags.contains(.accuracy) { Self.pack(record.accuracy, after: last.accuracy, into: &bytes) }
        if flags.contains(.altitude) { Self.pack(record.altitude, after: last.altitude, into: &bytes) }
        if flags.contains(.speed) { Self.pack(record.speed, after: last.speed, into: &bytes) }
        if flags.contains(.course) { Self.pack(record.course, after: last.course, into: &bytes) }
        if flags.contains(.verticalAccuracy) {
            Self.pack(record.verticalAccuracy, after: last.verticalAccuracy, into: &bytes)
        }
        if flags.contains(.battery) { Self.pack(record.battery, after: last.battery, into: &bytes) }
        if flags.contains(.context) { bytes.append(signed: record.context &- last.context) }
        bytes.append(signed: record.delay &- last.delay)
        if flags.contains(.sent) { Self.pack(record.sent, after: last.sent, into: &bytes) }
        last = record
        step = newStep
    }

    mutating func unpack(from reader: inout VarintReader) throws(Damage) -> FixRecord {
        let flags = Flags(rawValue: try reader.unsigned())
        guard flags.isSubset(of: .all) else { throw Damage(detail: "a block of fixes has unknown flags") }
        var record = last
        if flags.contains(.step) { step &+= try reader.signed() }
        record.key.time &+= step
        record.key.latitude = try Self.add(reader.signed(), to: last.key.latitude)
        record.key.longitude = try Self.add(reader.signed(), to: last.key.longitude)
        record.key.mark = last.nextMark
        if flags.contains(.mark) {
            record.key.mark.boot = try Self.add(reader.signed(), to: last.key.mark.boot)
            record.key.mark.sequence = try Self.add(reader.signed(), to: last.key.mark.sequence)
        }
        if flags.contains(.accuracy) { record.accuracy = try Self.unpack(after: last.accuracy, &reader) }
        if flags.contains(.altitude) { record.altitude = try Self.unpack(after: last.altitude, &reader) }
        if flags.contains(.speed) { record.speed = try Self.unpack(after: last.speed, &reader) }
        if flags.contains(.course) { record.course = try Self.unpack(after: last.course, &reader) }
        if flags.contains(.verticalAccuracy) {
            record.verticalAccuracy = try Self.unpack(after: last.verticalAccuracy, &reader)
        }
        if flags.contains(.battery) { record.battery = try Self.unpack(after: last.battery, &reader) }
        if flags.contains(.context) { record.context &+= try reader.signed() }
        record.delay &+= try reader.signed()
        if flags.contains(.sent) { record.sent = try Self.unpack(after: last.sent, &reader) }
        record.hasExtra = flags.contains(.extra)
        record.isImplausible = flags.contains(.implausible)
        last = record
        return record
    }

    private static func pack(_ value: Int32?, after last: Int32?, into bytes: inout [UInt8]) {
        guard let value else { return bytes.append(0) }
        let change = Int64(value) - Int64(last ?? 0)
        bytes.append(varint: UInt64(bitPattern: (change << 1) ^ (change >> 63)) + 1)
    }

    private static func unpack(after last: Int32?, _ reader: inout VarintReader) throws(Damage) -> Int32? {
        let code = try reader.unsigned()
        if code == 0 { return nil }
        let zigzag = code - 1
        return try add(Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1), to: last ?? 0)
    }

    private static func add<Value: FixedWidthInteger>(_ change: Int64, to last: Value) throws(Damage) -> Value {
        guard let value = Value(exactly: Int64(last) &+ change) else {
            throw Damage(detail: "a block of fixes has a number out of range")
        }
        return value
    }
}
