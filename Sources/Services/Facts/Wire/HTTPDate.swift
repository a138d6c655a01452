internal import Tracking

/// The date of a header (RFC 9110, 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The moment of an IMF-fixdate, the only form that servers still write; nil for anything else.
    static func read(_ text: String) -> Timestamp? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = number(words[1], 1...31),
            let month = months.firstIndex(of: String(words[2])), let year = number(words[3], 1970...9999)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            let second = number(clock[2], 0...60)
        else { return nil }
        let days = Timestamp.days(fromCivil: year, Int64(month) + 1, day)
        return Timestamp(milliseconds: (days * 86_400 + hour * 3600 + minute * 60 + second) * 1000)
    }

    private static func number(_ digits: Substring, _ range: ClosedRange<Int64>) -> Int64? {
        guard digits.utf8.count <= 4, digits.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int64(digits),
            range.contains(value)
        else { return nil }
        return value
    }
}
