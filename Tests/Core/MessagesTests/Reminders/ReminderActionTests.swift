import Foundation
import Messages
import TestSupport
import Testing
import Tracking

struct ReminderActionTests {
    private static let now = Sample.time

    private static func later(_ seconds: Int) -> ReminderAction { .snooze(until: now.advanced(by: .seconds(seconds))) }

    @Test(
        arguments: [
            ("dismiss", .dismiss), ("snooze", .snooze(until: nil)), ("on", .setEnabled(true)),
            ("off", .setEnabled(false)),
            ("snooze 10m", later(600)), ("snooze 60s", later(60)), ("snooze 1h30m", later(5400)),
            ("snooze 2h", later(7200)),
            ("snooze 1d12h", later(129_600)), ("snooze 30d", later(2_592_000)), ("snooze 0h10m", later(600)),
        ] as [(String, ReminderAction)])
    func `what a reminder's owner wants is read from a plain text`(text: String, action: ReminderAction) {
        #expect(ReminderAction(text: text, at: Self.now) == action)
    }

    @Test(arguments: [
        "", "Dismiss", " on", "on ", "off\n", "snooze ", "snooze  10m", "snooze 10", "snooze m", "snooze -10m",
        "snooze 59s", "snooze 31d", "snooze 30d1s", "snooze 10m1h", "snooze 10m10m", "snooze 1.5h", "snooze ١٠m",
        "snooze 99999999999999999999d", "snooze 9999999d9999999h", "snooze 10m later", "true",
    ])
    func `any other text is nothing`(text: String) { #expect(ReminderAction(text: text, at: Self.now) == nil) }

    @Test(
        arguments: [.dismiss, .snooze(until: nil), later(600), .setEnabled(true), .setEnabled(false)]
            as [ReminderAction])
    func `it goes from one worker to another as it is`(action: ReminderAction) throws {
        let sent = try JSONEncoder().encode(action)
        #expect(try JSONDecoder().decode(ReminderAction.self, from: sent) == action)
    }
}
