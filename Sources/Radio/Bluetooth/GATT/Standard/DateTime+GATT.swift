import Tracking

/// The Date Time structure, 2A08: year in two bytes, then month, day, hours, minutes and seconds in one each.
extension GATTReader {
    /// A moment in UTC; nil when year, month or day is 0, which stands for not known.
    mutating func dateTime() throws(GATTValueError) -> Timestamp? {
        let year = try integer("year", UInt16.self)
        let month = try integer("month", 0...UInt8(12))
        let day = try integer("day", 0...UInt8(31))
        let hours = try integer("hours", 0...UInt8(23))
        let minutes = try integer("minutes", 0...UInt8(59))
        let seconds = try integer("seconds", 0...UInt8(59))
        if year == 0 || month == 0 || day == 0 { return nil }
        guard (1582...9999).contains(year) else { throw refusal("year", "0, or 1582 to 9999", year) }
        let days = Timestamp.days(fromCivil: Int64(year), Int64(month), Int64(day))
        guard Timestamp.civil(fromDays: days).day == Int64(day) else {
            throw refusal("day", "a day of month \(month)", day)
        }
        let time = Int64(hours) * 3600 + Int64(minutes) * 60 + Int64(seconds)
        return Timestamp(milliseconds: (days * 86_400 + time) * 1000)
    }
}

extension GATTWriter {
    /// The first second of 1583 to the last of 9999; another time is brought into range.
    private static let seconds: ClosedRange<Int64> = -12_212_553_600...253_402_300_799

    mutating func put(dateTime moment: Timestamp) {
        let seconds = min(Self.seconds.upperBound, max(Self.seconds.lowerBound, moment.wholeSeconds))
        // Days are rounded down before 1970 too.
        let time = (seconds % 86_400 + 86_400) % 86_400
        let date = Timestamp.civil(fromDays: (seconds - time) / 86_400)
        put(UInt16(clamping: date.year))
        let parts = [date.month, date.day, time / 3600, time / 60 % 60, time % 60]
        put(bytes: parts.map { UInt8(clamping: $0) })
    }
}
