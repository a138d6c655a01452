/// The name of an event: its log, which every start of the program makes anew, and its number there.
///
/// Written `1f4c09ab-42`.
struct LiveIdentifier: Hashable, Sendable, CustomStringConvertible {
    let log: UInt32
    let number: UInt64

    init(log: UInt32, number: UInt64) {
        (self.log, self.number) = (log, number)
    }

    /// Reads what ``description`` writes; nil for anything else.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let log = UInt32(parts[0], radix: 16), let number = UInt64(parts[1]) else { return nil }
        self.init(log: log, number: number)
    }

    var description: String { "\(String(log, radix: 16))-\(number)" }
}
