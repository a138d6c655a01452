/// The name of an event: its log, which every start of the program makes anew, and its number there.
///
/// The number counts what happens to everybody's things: readers are told it closed, see ``Cursors``.
struct LiveIdentifier: Hashable, Sendable {
    let log: UInt32
    let number: UInt64

    init(log: UInt32, number: UInt64) { (self.log, self.number) = (log, number) }

    /// Reads what ``bytes`` writes; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 12 else { return nil }
        log = bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }
        number = bytes[4...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Always as many, so that their number tells nothing.
    var bytes: [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: log >> (24 - 8 * $0)) }
            + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
