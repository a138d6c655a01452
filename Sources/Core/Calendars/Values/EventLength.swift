/// A DURATION (RFC 5545, section 3.3.6): days are as long as the clocks make them, hours always the same.
struct EventLength: Hashable, Sendable {
    var days = 0
    var seconds = 0

    /// How many days one may have, which is more than a hundred years.
    static let mostDays = 40_000

    init(days: Int = 0, seconds: Int = 0) { (self.days, self.seconds) = (days, seconds) }

    /// Reads one, such as `P15DT5H0M20S` or `P7W`; nil for what is none, is negative, or too long.
    init?(_ text: some StringProtocol) {
        var bytes = Array(text.utf8.prefix(64))[...]
        var isNegative = false
        if let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            isNegative = sign == UInt8(ascii: "-")
            bytes.removeFirst()
        }
        guard bytes.popFirst().map({ $0 & 0xDF }) == UInt8(ascii: "P"), !bytes.isEmpty else { return nil }
        var isTime = false
        var number: Int?
        while let byte = bytes.popFirst() {
            if (0x30...0x39).contains(byte) {
                let next = (number ?? 0) * 10 + Int(byte - 0x30)
                guard next < 10_000_000_000 else { return nil }
                number = next
                continue
            }
            if byte & 0xDF == UInt8(ascii: "T"), number == nil, !isTime {
                isTime = true
                continue
            }
            guard let count = number else { return nil }
            number = nil
            switch (byte & 0xDF, isTime) {
            case (UInt8(ascii: "W"), false): days += count * 7
            case (UInt8(ascii: "D"), false): days += count
            case (UInt8(ascii: "H"), true): seconds += count * 3600
            case (UInt8(ascii: "M"), true): seconds += count * 60
            case (UInt8(ascii: "S"), true): seconds += count
            default: return nil
            }
        }
        guard number == nil, days + seconds / 86_400 <= Self.mostDays else { return nil }
        if isNegative, days != 0 || seconds != 0 { return nil }
    }
}
