import Guard
import Messages
import Tracking

extension GuardDesk {
    /// Takes in what the owner knows by now.
    mutating func know(_ read: GuardIgnored?, at now: Timestamp?) {
        let before = Set(known?.tags ?? []), after = Set(read?.tags ?? [])
        known = read
        memory.known = read.map { String(decoding: $0.encoded(), as: UTF8.self) }
        for tag in before.subtracting(after) where isOnList(tag) { watch.name(tag.number, at: nil) }
        guard let now else { return }
        for tag in after where isOnList(tag) { watch.name(tag.number, at: now) }
    }

    private func isOnList(_ tag: GuardIgnored.Tag) -> Bool { watch.report(of: tag.number)?.first == tag.first }

    /// Whether the owner has said to know a tag: it stays on the list, and nobody is told of it.
    func isKnown(_ report: GuardReport) -> Bool {
        known?.tags.contains(GuardIgnored.Tag(number: report.number, first: report.first)) ?? false
    }
}
