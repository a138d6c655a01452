import Settings
import Tracking

/// One RMC or GGA sentence with a position in it.
struct NMEASentence {
    /// Why a line is no sentence, or a sentence says nonsense.
    struct Malformed: Error { let message: String }

    enum Kind: Hashable { case rmc, gga }

    let kind: Kind
    private let fields: [ArraySlice<UInt8>]

    /// The sentence on a line; nil for one of another kind, and for one that says it has no position.
    init?(_ line: ArraySlice<UInt8>) throws(Malformed) {
        let body = try Self.checkedBody(line)
        let fields = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        switch fields.first?.suffix(3).string {
        case "RMC": kind = .rmc
        case "GGA": kind = .gga
        default: return nil
        }
        self.fields = fields
        guard fields.count >= 10 else { throw Malformed(message: "the sentence is cut off: ten fields are expected") }
        let hasFix = kind == .rmc ? fields[2].string == "A" : !["", "0"].contains(fields[6].string)
        guard hasFix else { return nil }
    }

    /// Milliseconds since midnight, from `hhmmss[.sss]`; nil when the field is empty.
    var timeOfDay: Int64? {
        get throws(Malformed) {
            let field = fields[1]
            if field.isEmpty { return nil }
            guard let hour = Self.digits(field, 0), let minute = Self.digits(field, 2), hour < 24, minute < 60,
                let seconds = field.dropFirst(4).number, (0..<61).contains(seconds)
            else { throw Malformed(message: "the time \(quoted(field.string)) is not hhmmss") }
            return (hour * 60 + minute) * 60_000 + Int64((seconds * 1000).rounded())
        }
    }

    /// The position; nil when its fields are empty.
    var coordinate: Coordinate? {
        get throws(Malformed) {
            let first = kind == .rmc ? 3 : 2
            guard !fields[first].isEmpty, !fields[first + 2].isEmpty else { return nil }
            let latitude = try Self.degrees(fields[first], fields[first + 1], negative: "S", positive: "N")
            let longitude = try Self.degrees(fields[first + 2], fields[first + 3], negative: "W", positive: "E")
            do {
                return try Coordinate(latitude: latitude, longitude: longitude)
            } catch { throw Malformed(message: "\(error)") }
        }
    }

    /// Metres above the sea, which only GGA tells.
    var altitude: Double? {
        get throws(Malformed) {
            guard kind == .gga, !fields[9].isEmpty else { return nil }
            guard let altitude = fields[9].number else {
                throw Malformed(message: "the altitude \(quoted(fields[9].string)) is no number")
            }
            return altitude
        }
    }

    /// Days since 1970-01-01, from `ddmmyy`, which only RMC tells.
    var date: Int64? {
        get throws(Malformed) {
            let field = fields[9]
            guard kind == .rmc, !field.isEmpty else { return nil }
            guard field.count == 6, let day = Self.digits(field, 0), let month = Self.digits(field, 2),
                let year = Self.digits(field, 4), (1...12).contains(month), (1...31).contains(day)
            else { throw Malformed(message: "the date \(quoted(field.string)) is not ddmmyy") }
            // GPS began in 1980, so two digits tell the century.
            return Timestamp.days(fromCivil: year < 80 ? 2000 + year : 1900 + year, month, day)
        }
    }
}

extension NMEASentence {
    /// What stands between `$` and `*`, once the checksum agrees; a sentence without one passes.
    private static func checkedBody(_ line: ArraySlice<UInt8>) throws(Malformed) -> ArraySlice<UInt8> {
        guard let first = line.first, first == UInt8(ascii: "$") || first == UInt8(ascii: "!") else {
            throw Malformed(message: "\(quoted(line.prefix(20).string)) is no NMEA 0183 sentence: it begins with '$'")
        }
        let rest = line.dropFirst()
        guard let star = rest.firstIndex(of: UInt8(ascii: "*")) else { return rest }
        let body = rest[..<star]
        let sum = body.reduce(0, ^)
        let digits = rest[(star + 1)...]
        guard digits.count == 2, let told = UInt8(digits.string, radix: 16) else {
            throw Malformed(message: "the sentence is cut off: two digits are expected after '*'")
        }
        guard told == sum else {
            throw Malformed(
                message: "the checksum is \(digits.string), but the sentence adds up to \(hexadecimal(sum))"
            )
        }
        return body
    }

    /// Degrees from `ddmm.mmmm` or `dddmm.mmmm` and the hemisphere's letter.
    private static func degrees(
        _ field: ArraySlice<UInt8>, _ hemisphere: ArraySlice<UInt8>, negative: String, positive: String
    ) throws(Malformed) -> Double {
        guard let value = field.number, value >= 0, value < 100_000 else {
            throw Malformed(message: "\(quoted(field.string)) is not degrees and minutes")
        }
        guard [negative, positive].contains(hemisphere.string) else {
            throw Malformed(
                message: "the hemisphere is \(quoted(hemisphere.string)): \(positive) or \(negative) is expected"
            )
        }
        let whole = (value / 100).rounded(.down)
        let degrees = whole + (value - whole * 100) / 60
        return hemisphere.string == negative ? -degrees : degrees
    }

    private static func digits(_ field: ArraySlice<UInt8>, _ offset: Int) -> Int64? {
        let pair = field.dropFirst(offset).prefix(2)
        guard pair.count == 2, pair.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return pair.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
