import Guard
import Messages

extension GuardDesk {
    /// Whether the owner has said to know a tag: it stays on the list, and nobody is told of it.
    func isKnown(_ report: GuardReport) -> Bool {
        known?.tags.contains(GuardIgnored.Tag(number: report.number, first: report.first)) ?? false
    }
}
