import Messages
import StoreSupport
import Testing
import Tracking

@testable import Notifications

/// What is told of unknown tags that follow.
@Suite(.onBothEngines) struct UnknownTagTests {
    private static let start = Fixture.start

    private func list(
        _ stage: GuardMessage.Stage = .notice, ignored: Bool = false, model: String? = "AirTag", after days: Int = 0
    ) throws -> GuardMessage {
        var tag = GuardMessage.Tag(
            number: 7, stage: stage, network: "find-my", identity: "C0:FF:EE:00:12:34", address: "C0:FF:EE:00:12:34",
            gateway: try Name("pocket"), first: Self.start, last: Self.start
        )
        (tag.since, tag.model, tag.legs, tag.isIgnored) = (Self.start, model, 2, ignored)
        tag.places = [Position(coordinate: try Coordinate(latitude: 51, longitude: 0), accuracy: 10, time: Self.start)]
        tag.advice = "Hold a phone with NFC to it."
        return GuardMessage(time: Self.start.advanced(by: .seconds(days * 86_400)), owner: try Name("sam"), tags: [tag])
    }

    private func notice(_ stage: GuardMessage.Stage = .notice) throws -> Notice {
        try #require(Notice.unknown(in: list(stage), since: Self.start).first)
    }

    @Test func `each stage but the first is a notice of its own, however often the list comes`() throws {
        #expect(try Notice.unknown(in: list(.listed), since: Self.start).isEmpty)
        #expect(try Notice.unknown(in: list(ignored: true), since: Self.start).isEmpty)
        #expect(try Notice.unknown(in: list(), since: Self.start.advanced(by: .seconds(1))).isEmpty)
        let (notice, urgent) = (try notice(), try notice(.urgent))
        #expect(notice.id == "guard-sam-7-tecp00-notice" && urgent.id == "guard-sam-7-tecp00-urgent")
        #expect(notice.alert.episode == urgent.alert.episode)
        #expect(notice.alert.level == .warning && urgent.alert.level == .critical && urgent.isRise)
        #expect(try Notice.unknown(in: list(after: 3), since: Self.start).first?.id == notice.id)
        #expect(try Notice.isOfUnknown(notice.device) && !Notice.isOfUnknown(Fixture.raised().device))
    }

    @Test func `it is told once on a channel for critical alerts, also after a restart, and never repeated`()
        async throws
    {
        var channel = try Fixture.channel("a")
        channel.audience.levels = [.critical]
        channel.repeatEvery = .seconds(60)
        try await withOutbox(channel) { outbox in
            let notice = try notice(.urgent)
            for _ in 0..<3 { try outbox.enqueue([notice], for: [channel], at: Self.start) }
            guard case .send(let delivery) = try outbox.next(on: channel, at: Self.start) else {
                Issue.record("nothing is to be sent")
                return
            }
            #expect(delivery.notice == notice && delivery.notice.unknown?.advice != nil)
            try outbox.sent(delivery, on: channel, at: Self.start)
            let reopened = try NotificationOutbox(path: outbox.database.place)
            try reopened.enqueue([notice], for: [channel], at: Self.start)
            #expect(try reopened.next(on: channel, at: Self.start.advanced(by: .seconds(3600))) == .wait(until: nil))
        }
    }

    @Test func `a channel of other owners or of certain items does not hear of it`() throws {
        var audience = Audience(levels: [.critical])
        let notice = try notice()
        #expect(audience.hears(notice, knowsEpisode: false))
        audience.items = [try Name("bag")]
        #expect(!audience.hears(notice, knowsEpisode: false))
        audience = Audience(owners: [try Name("kim")])
        #expect(!audience.hears(notice, knowsEpisode: false))
    }

    @Test func `it says what follows, where it was and what to do`() throws {
        let text = NoticeText(try notice(), pages: "http://localhost:8467", at: Self.start.advanced(by: .seconds(120)))
        #expect(text.title == "An unknown AirTag follows you")
        #expect(
            text.lines == [
                "It has moved with sam on 2 trips. Address: C0:FF:EE:00:12:34, heard by pocket 2 min ago.",
                "Last place it came along to: 51.00000, 0.00000, give or take 10 m, 2 min ago.",
                "Hold a phone with NFC to it.",
            ]
        )
        #expect(text.link == "http://localhost:8467/unknown-tags")
        #expect(NoticeText(try notice(.urgent), pages: nil, at: Self.start).title.contains("still follows"))
    }

    @Test(arguments: ["Air\r\nTag", "Air\u{1B}Tag", "Air\u{202E}Tag", "Air\u{2028}Tag"])
    func `what a tag calls itself makes no lines of its own, and turns none around`(_ model: String) throws {
        let notice = try #require(Notice.unknown(in: list(model: model), since: Self.start).first)
        #expect(NoticeText(notice, pages: nil, at: Self.start).title == "An unknown Air Tag follows you")
    }

    @Test func `a webhook gets the tag beside what it knows of items`() throws {
        let body = String(decoding: WebhookBody(try notice(), pages: nil).encoded(), as: UTF8.self)
        #expect(
            body.contains(
                #""unknown":{"address":"C0:FF:EE:00:12:34","advice":"Hold a phone with NFC to it.","gateway":"pocket","#
                    + #""legs":2,"model":"AirTag","network":"find-my","number":7,"stage":"notice"}"#
            )
        )
        #expect(body.contains(#""level":"warning""#) && body.contains(#""tracker":"unknown-tag-7""#))
    }
}
