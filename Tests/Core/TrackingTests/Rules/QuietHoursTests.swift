import Testing
import Tracking

struct QuietHoursTests {
    @Test(arguments: [
        ("22:00-07:00", 22 * 60, true), ("22:00-07:00", 0, true), ("22:00-07:00", 7 * 60 - 1, true),
        ("22:00-07:00", 7 * 60, false), ("22:00-07:00", 12 * 60, false), ("13:00-14:30", 14 * 60 + 29, true),
        ("13:00-14:30", 14 * 60 + 30, false), ("13:00-14:30", 12 * 60 + 59, false), ("23:59-00:00", 1439, true),
    ])
    func `quiet hours begin at their first minute and end before their last`(
        text: String,
        minute: Int,
        isQuiet: Bool
    ) throws {
        let hours = try QuietHours(text)
        #expect(hours.contain(minuteOfDay: minute) == isQuiet)
        #expect(hours.description == text)
    }

    @Test(arguments: [
        "", "22:00", "22:00-22:00", "24:00-07:00", "22:60-07:00", "22-7", "9:00-10:00", "22:00-07:00-08:00",
    ])
    func `what is no pair of times is refused`(text: String) {
        let error = #expect(throws: QuietHours.Invalid.self) { try QuietHours(text) }
        #expect(error?.text == text)
    }
}
