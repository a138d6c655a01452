import Guard
import Messages
import Testing
import Tracking

@testable import Guarding

struct GuardDeskTests {
    private func desk(ignored: [String] = []) -> GuardDesk { GuardDesk(owner: GuardedDay.anna, ignored: ignored) }

    @Test func `what a carried gateway hears all day is told of, with what it takes to make it ring`() throws {
        var desk = desk()
        let notices = try GuardedDay().play(to: &desk)
        #expect(notices.map(\.report.stage) == [.notice])
        let list = desk.list(at: GuardedDay.time(1440))
        #expect(desk.topic == "tagalong/guard/anna")
        let tag = try #require(list.tags.first)
        #expect(list.tags.count == 1 && tag.number == 1 && tag.stage == .notice)
        #expect(tag.network == "find-my" && tag.model == "AirTag" && tag.rssi == -70)
        #expect(tag.address == GuardedDay.address && tag.identity == tag.address && tag.gateway == GuardedDay.pocket)
        #expect(tag.legs == 2 && tag.places.count == 2 && tag.since == notices.first?.time)
        #expect(try GuardMessage(decoding: list.encoded()).tags.first?.places == tag.places)
    }

    @Test func `the list follows a rotation`() throws {
        var desk = desk()
        try GuardedDay(rotatesAt: 1200).play(to: &desk)
        let tag = try #require(desk.list(at: GuardedDay.time(1440)).tags.first)
        #expect(tag.address == "D1:FF:EE:00:12:34" && tag.number == 1 && tag.rotations == 1)
    }

    private static let others: [GuardedDay] = [
        GuardedDay(separated: false), GuardedDay(separated: nil), GuardedDay(profile: "itag"), GuardedDay(profile: nil),
        GuardedDay(carrier: GuardedDay.name("ben")), GuardedDay(tracker: "anna/keys"), GuardedDay(carrier: nil),
    ]

    @Test(arguments: others)
    func `tags near their owner, paired ones, other things and other people's gateways are left out`(
        _ day: GuardedDay
    ) throws {
        var desk = desk()
        #expect(try day.play(to: &desk).isEmpty)
        #expect(desk.watch.count == 0)
    }

    @Test func `a Tile, which never tells, is looked at`() throws {
        var desk = desk()
        try GuardedDay(profile: "tile", separated: nil).play(to: &desk)
        #expect(desk.watch.count == 1)
    }

    @Test(arguments: [GuardedDay.address, "1"]) func `an ignored tag is never told of`(_ tag: String) throws {
        var desk = desk(ignored: [tag])
        #expect(try GuardedDay().play(to: &desk).isEmpty)
        #expect(desk.list(at: GuardedDay.time(1440)).tags.isEmpty)
    }

    @Test(arguments: [0, 1]) func `a tag that its owner knows by the console stays on the list, and is not told of`(
        _ shift: Int
    ) throws {
        var first = desk()
        try GuardedDay().play(to: &first)
        let tag = try #require(first.list(at: GuardedDay.time(1440)).tags.first)
        var known = GuardIgnored(time: tag.first, tags: [GuardIgnored.Tag(tag)])
        // The same number, first heard at another time, is another tag.
        known.tags[0].first = tag.first.advanced(by: .seconds(shift))
        var desk = desk()
        let topic = "tagalong/guard/anna/ignored"
        #expect(desk.filters.contains(topic))
        _ = desk.receive(Message(topic: topic, payload: known.encoded(), retained: true), at: GuardedDay.time(0))
        // What cannot be read takes nothing back.
        _ = desk.receive(Message(topic: topic, payload: Array("{bad".utf8), retained: true), at: GuardedDay.time(0))
        #expect(try GuardedDay().play(to: &desk).count == shift)
        #expect(desk.list(at: GuardedDay.time(1440)).tags.map(\.number) == [1])
    }

    @Test(arguments: [-7200, 7200]) func `a gateway whose clock is wrong is heard by the time of this machine`(
        _ lag: Int
    ) throws {
        var desk = desk()
        #expect(try GuardedDay(lag: lag).play(to: &desk).count == 1)
        #expect(desk.takeRemarks() == ["the clock of gateway pocket is wrong; the time of this machine is used"])
        #expect(desk.takeRemarks().isEmpty)
    }

    @Test func `a position from the future moves nobody`() throws {
        var desk = desk()
        let future = try GuardedDay().messages(1440)
        for message in future { _ = desk.receive(message, at: GuardedDay.time(0)) }
        #expect(try GuardedDay().play(to: &desk).count == 1)
    }

    @Test func `played days pass by the times in their messages`() throws {
        var desk = desk()
        var notices = desk.receive(GuardedDay().status, at: nil)
        for minute in 0..<1440 {
            for message in try GuardedDay().messages(minute) { notices += desk.receive(message, at: nil) }
        }
        #expect(notices.map(\.report.stage) == [.notice])
    }

    @Test func `a rest of hours is gone through, one of days in a step, and a clock that is set back waits`() throws {
        var desk = desk()
        try GuardedDay().play(0..<600, to: &desk)
        _ = desk.advance(to: GuardedDay.time(900))
        #expect(desk.passed == GuardedDay.time(900))
        _ = desk.advance(to: GuardedDay.time(9000))
        #expect(desk.passed == GuardedDay.time(9000))
        for minute in [9000 - 1440, 600, 659] {
            #expect(desk.advance(to: GuardedDay.time(minute)).isEmpty)
            #expect(desk.passed == GuardedDay.time(9000))
        }
        #expect(desk.takeRemarks().count == 1)
    }

    @Test func `a clock that was days ahead for a while does not silence the guard until then`() throws {
        var desk = desk()
        _ = desk.advance(to: GuardedDay.time(5_000_000))
        #expect(try GuardedDay().play(to: &desk).count == 1)
        #expect(desk.takeRemarks().last == "the time was set back by 3472 days and stays there; the guard begins anew")
    }

    @Test func `a position that the broker had kept does not overtake those that wait in the session`() throws {
        var desk = desk()
        try GuardedDay().play(0..<600, to: &desk)
        for var message in try GuardedDay().messages(1200) {
            message.retained = true
            _ = desk.receive(message, at: GuardedDay.time(1200))
        }
        #expect(try GuardedDay().play(600..<1440, to: &desk).count == 1)
    }

    @Test func `where an item is that somebody has added is not where its owner is, while it is one`() throws {
        let bike = DeviceID(owner: GuardedDay.anna, device: GuardedDay.name("bike"))
        let item = Message(
            topic: GuardedDay.topics.item(bike), payload: ItemMessage(item: try ItemName("Bicycle")).encoded(),
            retained: true
        )
        let fix = Fix(coordinate: try Coordinate(latitude: 51, longitude: 0), time: GuardedDay.time(0), accuracy: 10)
        let location = Message(topic: GuardedDay.topics.location(bike), payload: LocationMessage(fix: fix).encoded())
        var desk = desk()
        let before = desk.remembered
        _ = desk.receive(item, at: GuardedDay.time(0))
        _ = desk.receive(location, at: GuardedDay.time(0))
        #expect(desk.remembered == before)
        _ = desk.receive(Message(topic: item.topic, payload: [], retained: true), at: GuardedDay.time(1))
        _ = desk.receive(location, at: GuardedDay.time(1))
        #expect(desk.remembered != before)
    }

    @Test func `nonsense on its topics changes nothing`() throws {
        var desk = desk()
        let before = desk.remembered
        for topic in ["tagalong/gateway/pocket/seen", "tagalong/gateway/pocket/status", "owntracks/anna/phone"] {
            for payload in ["", "{", "null", #"{"_type":"seen"}"#, #"{"_type":"location","lat":1}"#] {
                _ = desk.receive(Message(topic: topic, payload: Array(payload.utf8)), at: GuardedDay.time(0))
            }
        }
        #expect(desk.remembered == before)
    }
}
