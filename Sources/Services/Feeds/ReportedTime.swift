import JSON
import Tracking

/// Moments as apps write them.
enum ReportedTime {
    /// The moment that a text spells; nil when it spells none before the year 2100.
    ///
    /// Seconds since 1970, or milliseconds from 2^31 on; RFC 3339, also with an offset without a colon, a blank in place
    /// of the `T`, or no offset at all, which is UTC.
    static func read(_ text: String) -> Timestamp? {
        if let number = ByteNumber.double(text) { return read(number) }
        return Timestamp(text) ?? Timestamp(text + "Z") ?? withColon(text)
    }

    /// Seconds since 1970, or milliseconds from 2^31 on.
    static func read(_ number: Double) -> Timestamp? {
        guard number >= 0, number < 4_102_444_800_000 else { return nil }
        return number < 2_147_483_648
            ? Timestamp(seconds: number) : Timestamp(milliseconds: Int64(number.rounded(.down)))
    }

    /// `2015-10-01T08:00:00-0700`.
    private static func withColon(_ text: String) -> Timestamp? {
        guard text.utf8.count > 5, text.utf8.suffix(4).allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Timestamp(text.dropLast(2) + ":" + text.suffix(2))
    }
}
