import Messages
import Testing
import Tracking

@testable import Notifications

struct WordingTests {
    @Test(arguments: [
        (7.2, 4.1, 11.6, "about 7 m, 4 to 12 m"),
        (0.4, 0, 3, "less than 1 m, 0 to 3 m"),
        (12, 11.8, 12.2, "about 12 m"),
        (999.6, 900, 1100, "about 1.0 km, 900 m to 1.1 km"),
        (1240, 1200, 1310, "about 1.2 km, 1.2 to 1.3 km"),
        (45_300, 45_290, 45_310, "about 45 km"),
    ])
    func `a distance is told with its doubt where there is some`(
        _ metres: Double,
        low: Double,
        high: Double,
        _ words: String
    ) {
        #expect(Wording.distance(metres, low...high) == words)
    }

    @Test func `a distance without an interval is told by itself`() { #expect(Wording.distance(7, nil) == "about 7 m") }

    @Test(arguments: [
        (-5, "just now"), (4, "just now"), (59, "59 s ago"), (60, "1 min ago"), (3600, "1 h ago"),
        (86_400, "1 day ago"), (172_800, "2 days ago"),
    ])
    func `an age is told in its largest unit`(_ seconds: Int64, _ words: String) {
        let now = Fixture.start.advanced(by: .seconds(seconds))
        #expect(Wording.age(of: Fixture.start, at: now) == words)
    }

    @Test func `every change has its words`() throws {
        func title(_ notice: Notice) -> String { NoticeText(notice, pages: nil, at: Fixture.start).title }
        let eased = Notice(alert: try Fixture.alert(3, .eased, .warning, from: .critical))
        let atOnce = Notice(alert: try Fixture.alert(1, .raised, .critical, from: .none))
        #expect(title(try Fixture.raised()) == "Grüne Tasche is beyond 5 m")
        #expect(title(try Fixture.escalated()) == "Grüne Tasche may be lost")
        #expect(title(atOnce) == "Grüne Tasche may be lost")
        #expect(title(try Fixture.escalated().repeated) == "Grüne Tasche may still be lost")
        #expect(title(eased) == "Grüne Tasche is within 10 m again")
        #expect(title(try Fixture.cleared()) == "Grüne Tasche is near again")
        #expect(title(try Notice.test(at: Fixture.start)) == "A test from Tagalong")
    }

    @Test func `a notice tells level, distance, last stored position with its age, and the page`() throws {
        let now = Fixture.start.advanced(by: .seconds(130))
        let text = NoticeText(try Fixture.escalated(), pages: "https://home.example", at: now)
        #expect(
            text.body == """
                Grüne Tasche is about 12 m, 9 to 16 m from its owner.
                Level: critical (beyond 10 m).
                Last stored position: 46.05690, 14.50580, give or take 5 m, 2 min ago.
                """
        )
        #expect(text.link == "https://home.example/items/sam/bag")
    }

    @Test(arguments: [
        (-5, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (86_399, "23 h"), (86_400, "1 day"),
        (200_000, "2 days"),
    ])
    func `a span is told by its largest unit`(_ seconds: Int, _ words: String) {
        #expect(Wording.span(.seconds(seconds)) == words)
    }

    @Test func `a name with line ends and controls stays on one line`() throws {
        var notice = try Fixture.raised()
        notice.alert.item = "bag\r\nBcc: all@example.org\u{1b}[2J"
        #expect(NoticeText(notice, pages: nil, at: Fixture.start).title == "bag Bcc: all@example.org [2J is beyond 5 m")
    }
}
