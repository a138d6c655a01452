import Messages
import StoreSupport
import Testing
import Tracking

@testable import Notifications

/// What is told of items that somebody has marked as lost.
@Suite(.onBothEngines) struct MarkedItemTests {
    private static let start = Fixture.start

    private func marked(_ note: String? = "Left on bus 12") throws -> MarkedItem {
        MarkedItem(
            device: DeviceID(owner: try Name("sam"), device: try Name("bag")),
            item: "Grüne Tasche",
            mark: LostMark(since: Self.start, note: note),
            position: Position(coordinate: try Coordinate(latitude: 51, longitude: 0), accuracy: 10, time: Self.start)
        )
    }

    @Test func `it says who is meant, the note, and where it was last`() throws {
        let later = Self.start.advanced(by: .seconds(120))
        let notice = Notice(try marked())
        let text = NoticeText(notice, pages: "http://localhost:8467", at: later)
        #expect(text.title == "Grüne Tasche is marked as lost")
        #expect(
            text.lines == [
                "Somebody has marked it as lost 2 min ago.", "Note: Left on bus 12",
                "Last stored position: 51.00000, 0.00000, give or take 10 m, 2 min ago.",
            ]
        )
        #expect(text.link == "http://localhost:8467/items/sam/bag")
        let found = NoticeText(notice.found(at: later), pages: nil, at: later)
        #expect(found.title == "Grüne Tasche is found again")
        #expect(found.lines == ["It was marked as lost 2 min ago."])
    }

    @Test func `it is kept with its mark, and told once, then its end, whatever the levels, and never repeated`()
        async throws
    {
        var channel = try Fixture.channel("a")
        channel.audience.levels = [.critical]
        channel.repeatEvery = .seconds(60)
        try await withOutbox(channel) { outbox in
            let notice = Notice(try marked())
            for _ in 0..<3 { try outbox.enqueue([notice], for: [channel], at: Self.start) }
            #expect(try outbox.openMarks() == [notice])
            guard case .send(let delivery) = try outbox.next(on: channel, at: Self.start) else {
                Issue.record("nothing is to be sent")
                return
            }
            #expect(delivery.notice == notice && delivery.notice.mark?.note == "Left on bus 12")
            try outbox.sent(delivery, on: channel, at: Self.start)
            let later = Self.start.advanced(by: .seconds(3600))
            #expect(try outbox.next(on: channel, at: later) == .wait(until: nil))
            try outbox.enqueue([notice.found(at: later)], for: [channel], at: later)
            #expect(try outbox.openMarks().isEmpty)
            guard case .send(let end) = try outbox.next(on: channel, at: later) else {
                Issue.record("the end is not to be sent")
                return
            }
            #expect(end.notice.isFound && end.notice.mark == LostMark(since: Self.start))
        }
    }

    @Test func `a channel of other owners or items does not hear of it, and of an end only who heard the beginning`()
        throws
    {
        let notice = Notice(try marked())
        var audience = Audience(items: [try Name("keys")])
        #expect(!audience.hears(notice, knowsEpisode: false))
        audience = Audience(owners: [try Name("kim")])
        #expect(!audience.hears(notice, knowsEpisode: false))
        audience = Audience(owners: [try Name("sam")], items: [try Name("bag")], levels: [])
        #expect(audience.hears(notice, knowsEpisode: false))
        let found = notice.found(at: Self.start)
        #expect(!audience.hears(found, knowsEpisode: false))
        #expect(audience.hears(found, knowsEpisode: true))
    }

    @Test func `a webhook gets the mark beside what it knows of alerts`() throws {
        let notice = Notice(try marked())
        let body = String(decoding: WebhookBody(notice, pages: nil).encoded(), as: UTF8.self)
        #expect(body.contains(#""marked":{"found":false,"note":"Left on bus 12","since":"2026-05-01T09:00:00.000Z"}"#))
        let found = String(decoding: WebhookBody(notice.found(at: Self.start), pages: nil).encoded(), as: UTF8.self)
        #expect(found.contains(#""marked":{"found":true,"since":"2026-05-01T09:00:00.000Z"}"#))
    }

    @Test func `in a browser it takes the place of its own mark, and of no alert`() throws {
        let notice = Notice(try marked())
        let tags = [notice, notice.found(at: Self.start), try Fixture.raised()].map {
            PushText($0, isByArea: false, isQuiet: false, lost: nil).tag
        }
        #expect(tags == ["lost/sam/bag", "lost/sam/bag", "sam/bag"])
    }

    @Test func `a browser that is told of the area only gets neither the note nor the position`() throws {
        let notice = Notice(try marked())
        let whole = PushText(notice, isByArea: false, isQuiet: false, lost: nil)
        #expect(whole.body.hasPrefix("Note: Left on bus 12\nLast stored position: 51.00000"))
        let area = PushText(notice, isByArea: true, isQuiet: false, lost: nil)
        #expect(area.title == "Grüne Tasche is marked as lost" && area.body.isEmpty)
    }
}
