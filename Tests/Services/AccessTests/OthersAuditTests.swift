import Access
import StoreSupport
import Testing
import Tracking

/// What accounts do with the reminders and calendars of others, in the audit log.
@Suite(.onBothEngines) struct OthersAuditTests {
    private let bench: AccessBench
    private let kim: Name

    init() throws {
        bench = try AccessBench()
        kim = try Name("kim")
    }

    private func noted() throws -> [String] {
        try bench.access.audit().filter { $0.account != nil }
            .map { "\($0.account ?? "") \($0.event.rawValue) \($0.source ?? "-") \($0.count)" }
    }

    @Test func `what somebody does within an hour is one entry of each kind, from however many addresses`() throws {
        let before = try noted().count
        for number in 0..<200 {
            let source = "2001:db8::\(number)"
            try bench.access.noteReminder(.reminderChanged, by: kim, from: source, at: bench.at(Double(number)))
        }
        try bench.access.noteReminder(.reminderDeleted, by: kim, from: nil, at: bench.at(200))
        try bench.access.noteReminder(.reminderDeleted, by: kim, from: nil, at: bench.at(201))
        try bench.access.noteReminder(.reminderChanged, by: Name("lee"), from: "192.0.2.7", at: bench.at(202))
        try bench.access.noteReminder(.reminderChanged, by: kim, from: "192.0.2.8", at: bench.at(3700))
        #expect(
            try noted().dropLast(before) == [
                "kim reminder-changed 192.0.2.8 1", "lee reminder-changed 192.0.2.7 1", "kim reminder-deleted - 2",
                "kim reminder-changed 2001:db8::0 200",
            ])
    }
}
