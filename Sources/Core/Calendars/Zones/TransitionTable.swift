/// When the clocks of a zone are set, written as the files of the tz database are (RFC 9636), so that there is one type of
/// zone, whichever it comes from.
struct TransitionTable {
    private var transitions: [(second: Int, from: Int, to: Int)] = []

    var count: Int { transitions.count }

    /// Adds a moment, in seconds since 1970, and the offsets before and after, in seconds ahead of UTC.
    mutating func add(_ second: Int, from: Int, to: Int) { transitions.append((second, from, to)) }

    /// A file of version 2, without a rule for what comes later: then the last offset stays.
    func bytes() -> [UInt8] {
        let sorted = transitions.sorted { ($0.second, $0.to) < ($1.second, $1.to) }
        var moments: [(second: Int, offset: Int)] = []
        for transition in sorted {
            if moments.last?.second == transition.second { moments.removeLast() }
            moments.append((transition.second, transition.to))
        }
        let first = sorted.first?.from ?? 0
        var offsets = [first]
        var kinds: [UInt8] = []
        for moment in moments {
            let kind = offsets.firstIndex(of: moment.offset) ?? offsets.count
            if kind == offsets.count { offsets.append(moment.offset) }
            kinds.append(UInt8(truncatingIfNeeded: kind))
        }
        var bytes = Self.header(transitions: 0, types: 1) + Self.type(0) + [0]
        bytes += Self.header(transitions: moments.count, types: offsets.count)
        for moment in moments { bytes += Self.number(moment.second, width: 8) }
        bytes += kinds
        for offset in offsets { bytes += Self.type(offset) }
        return bytes + [0, 0x0A, 0x0A]
    }

    private static func header(transitions: Int, types: Int) -> [UInt8] {
        let counts = [0, 0, 0, transitions, types, 1]
        return Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { number($0, width: 4) }
    }

    /// A type of local time: its offset, not daylight saving, an empty name.
    private static func type(_ offset: Int) -> [UInt8] { number(offset, width: 4) + [0, 0] }

    private static func number(_ number: Int, width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
