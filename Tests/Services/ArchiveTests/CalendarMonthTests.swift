import Store
import Testing
import Tracking

@Suite struct CalendarMonthTests {
    @Test(arguments: [
        ("2026-03-01T00:00:00.000Z", "2026-03"), ("2026-03-31T23:59:59.999Z", "2026-03"),
        ("2024-02-29T12:00:00.000Z", "2024-02"), ("2025-12-31T23:59:59.999Z", "2025-12"),
        ("1969-12-31T23:59:59.999Z", "1969-12"), ("1970-01-01T00:00:00.000Z", "1970-01"),
    ])
    func `a moment is in its month of UTC`(time: String, month: String) throws {
        let time = try #require(Timestamp(time))
        let found = CalendarMonth(containing: time)
        #expect("\(found)" == month)
        #expect(CalendarMonth(month) == found)
        #expect(found.start <= time && time < found.end)
        #expect(CalendarMonth(containing: found.end).start == found.end)
    }

    @Test(arguments: ["", "2026", "2026-3", "2026-13", "2026-00", "26-03", "2026-03-01", "x026-03"])
    func `another text is no month`(text: String) { #expect(CalendarMonth(text) == nil) }
}
