import JSON
import Paths
import Tracking

/// Values separated by commas, semicolons or tabs, whose header names the columns, in any order; unknown ones are passed
/// over.
struct CSVFixes: FixReader {
    func read(_ stream: ByteStream, _ found: (Found) throws -> Void) throws {
        var lines = LineStream(stream)
        guard let first = try lines.next() else { return }
        guard let header = CSVHeader(first) else {
            let expected = "a header with lat, lon and time is expected: \(CSVWriter.header)"
            throw ImportError(file: stream.name, line: lines.number, message: expected)
        }
        while let line = try lines.next() {
            try found(.position(header.candidate(line), line: lines.number))
        }
    }
}

/// Which column is which, and what stands between two.
struct CSVHeader {
    private let columns: [Column?]
    private let separator: UInt8

    /// Spreadsheets write semicolons where a comma stands in numbers.
    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

    private enum Column: Hashable {
        case time, epoch, latitude, longitude, altitude, accuracy, verticalAccuracy, speed, course, battery
        case mode, source, boot, sequence, gateway, received, trigger, connection, milliseconds, initials

        /// Ours, and those of the Recorder.
        static let names: [String: Column] = [
            "time": .time, "isotst": .time, "timestamp": .time, "tst": .epoch, "lat": .latitude, "latitude": .latitude,
            "lon": .longitude, "lng": .longitude, "longitude": .longitude, "alt": .altitude, "altitude": .altitude,
            "ele": .altitude, "acc": .accuracy, "accuracy": .accuracy, "vac": .verticalAccuracy, "vel": .speed,
            "cog": .course, "batt": .battery, "mode": .mode, "src": .source, "boot": .boot, "seq": .sequence,
            "gw": .gateway, "received": .received, "t": .trigger, "conn": .connection, "tst_ms": .milliseconds,
            "tid": .initials,
        ]
    }

    /// The header that a line is; nil when it names no position with a time.
    init?(_ line: ArraySlice<UInt8>) {
        for separator in Self.separators {
            guard let columns = try? Self.columns(line, separator) else { continue }
            let named = Set(columns.compactMap(\.self))
            guard named.contains(.latitude), named.contains(.longitude), named.contains(.time) || named.contains(.epoch)
            else { continue }
            (self.columns, self.separator) = (columns, separator)
            return
        }
        return nil
    }

    private static func columns(_ line: ArraySlice<UInt8>, _ separator: UInt8) throws(Unclosed) -> [Column?] {
        try fields(line, separator).map { Column.names[String(decoding: $0, as: UTF8.self).lowercased()] }
    }

    func candidate(_ line: ArraySlice<UInt8>) -> Candidate {
        let fields: [ArraySlice<UInt8>]
        do { fields = try Self.fields(line, separator) } catch {
            return Candidate(
                fault: "the quote that opens in field \(error.field) is not closed on its line, as is expected"
            )
        }
        guard fields.count == columns.count else {
            return Candidate(
                fault: "\(columns.count) fields are expected, as the header has, \(fields.count) stand there"
            )
        }
        var candidate = Candidate()
        var (boot, sequence, milliseconds): (UInt32?, UInt32?, Double?)
        for (column, field) in zip(columns, fields) where !field.isEmpty {
            guard let column else { continue }
            switch column {
            case .boot: boot = number(field, "boot", &candidate).flatMap { UInt32(exactly: $0) }
            case .sequence: sequence = number(field, "seq", &candidate).flatMap { UInt32(exactly: $0) }
            case .milliseconds: milliseconds = number(field, "tst_ms", &candidate)
            default: put(field, in: column, &candidate)
            }
        }
        if let boot, let sequence, boot > 0, sequence > 0 { candidate.mark = FixMark(boot: boot, sequence: sequence) }
        candidate.refineTime(milliseconds)
        return candidate
    }

    private func put(_ field: ArraySlice<UInt8>, in column: Column, _ candidate: inout Candidate) {
        switch column {
        case .time: candidate.time = time(field, &candidate)
        case .received: candidate.received = time(field, &candidate)
        case .epoch: candidate.time = candidate.time ?? seconds(field, &candidate)
        case .latitude: candidate.latitude = number(field, "lat", &candidate)
        case .longitude: candidate.longitude = number(field, "lon", &candidate)
        case .altitude: candidate.altitude = number(field, "alt", &candidate)
        case .accuracy: candidate.accuracy = number(field, "acc", &candidate)
        case .verticalAccuracy: candidate.verticalAccuracy = number(field, "vac", &candidate)
        case .speed: candidate.speed = number(field, "vel", &candidate)
        case .course: candidate.course = number(field, "cog", &candidate)
        case .battery: candidate.battery = number(field, "batt", &candidate).flatMap { Int(exactly: $0.rounded()) }
        case .mode: candidate.mode = Mode(rawValue: String(decoding: field, as: UTF8.self))
        case .source: candidate.source = FixSource(rawValue: String(decoding: field, as: UTF8.self))
        case .gateway: candidate.gateway = try? Name(String(decoding: field, as: UTF8.self))
        case .trigger: candidate.trigger = String(decoding: field, as: UTF8.self)
        case .connection: candidate.connection = String(decoding: field, as: UTF8.self)
        case .initials: candidate.initials = String(decoding: field, as: UTF8.self)
        case .boot, .sequence, .milliseconds: break
        }
    }

    private func number(_ field: ArraySlice<UInt8>, _ name: String, _ candidate: inout Candidate) -> Double? {
        if let number = ByteNumber.double(field.span) { return number }
        // Where a semicolon separates, a comma may stand before the decimals.
        let comma = UInt8(ascii: ",")
        if separator != comma, let index = field.firstIndex(of: comma) {
            var digits = field
            digits[index] = UInt8(ascii: ".")
            if let number = ByteNumber.double(digits.span) { return number }
        }
        candidate.refuse(
            "\(name): a number is expected, '\(String(decoding: field.prefix(40), as: UTF8.self))' stands there"
        )
        return nil
    }

    private func time(_ field: ArraySlice<UInt8>, _ candidate: inout Candidate) -> Timestamp? {
        if let time = ByteTime.timestamp(field.span) { return time }
        let found = String(decoding: field.prefix(40), as: UTF8.self)
        candidate.refuse("a time such as 2026-05-01T09:00:00Z is expected, '\(found)' stands there")
        return nil
    }

    private func seconds(_ field: ArraySlice<UInt8>, _ candidate: inout Candidate) -> Timestamp? {
        guard let seconds = number(field, "tst", &candidate), seconds.magnitude < 1e11 else { return nil }
        return Timestamp(seconds: seconds)
    }

    /// A quote that its line does not close, by the number of its field.
    private struct Unclosed: Error { let field: Int }

    /// The fields of a line, with the quotes of RFC 4180 taken off; a line's end within quotes is not known here.
    ///
    /// A quote within a field that has none at its beginning is an inch.
    private static func fields(
        _ line: ArraySlice<UInt8>, _ separator: UInt8
    ) throws(Unclosed) -> [ArraySlice<UInt8>] {
        let quote = UInt8(ascii: "\"")
        guard line.contains(quote) else { return line.split(separator: separator, omittingEmptySubsequences: false) }
        var fields: [ArraySlice<UInt8>] = []
        var field: [UInt8] = []
        var (isQuoted, hasClosed) = (false, false)
        for byte in line {
            if isQuoted {
                if byte == quote { (isQuoted, hasClosed) = (false, true) } else { field.append(byte) }
                continue
            }
            if byte == quote, hasClosed {
                // Two quotes within quotes stand for one.
                field.append(byte)
                isQuoted = true
            } else if byte == quote, field.allSatisfy(ByteNumber.isBlank) {
                field = []
                isQuoted = true
            } else if byte == separator {
                fields.append(field[...])
                field = []
            } else {
                field.append(byte)
            }
            hasClosed = false
        }
        if isQuoted { throw Unclosed(field: fields.count + 1) }
        return fields + [field[...]]
    }
}

extension Candidate {
    /// Notes what is wrong, unless something was before.
    mutating func refuse(_ sentence: String) { fault = fault ?? sentence }
}
