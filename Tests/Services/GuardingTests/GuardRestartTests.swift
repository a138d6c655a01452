import Guard
import Messages
import Testing
import Tracking

@testable import Guarding

/// What a guard meets that starts again, or is told of days by somebody.
struct GuardRestartTests {
    @Test func `a stage that is due in the moment of a restart is not told of what its owner knows`() throws {
        var first = GuardDesk(owner: GuardedDay.anna)
        try GuardedDay().play(0..<1065, to: &first)
        let tag = try #require(first.list(at: GuardedDay.time(1065)).tags.first)
        let known = GuardIgnored(time: GuardedDay.time(1065), tags: [GuardIgnored.Tag(tag)]).encoded()
        let topic = "tagalong/guard/anna/ignored"
        _ = first.receive(Message(topic: topic, payload: known, retained: true), at: GuardedDay.time(1065))
        var second = GuardDesk(owner: GuardedDay.anna, memory: first.remembered)
        #expect(try GuardedDay().play(1065..<1440, to: &second).isEmpty)
        #expect(second.list(at: GuardedDay.time(1440)).tags.map(\.isIgnored) == [true])
        #expect(!second.tellsOfStages)
        // What was taken back is told of by the list.
        _ = second.receive(Message(topic: topic, payload: [], retained: true), at: GuardedDay.time(1440))
        #expect(GuardDesk(owner: GuardedDay.anna, memory: second.remembered).tellsOfStages)
    }

    @Test(arguments: [(60, 1), (1440 * 21, 0)])
    func `a position that the broker had kept counts if it is of the last day`(_ age: Int, _ count: Int) throws {
        var desk = GuardDesk(owner: GuardedDay.anna)
        for var message in try GuardedDay().messages(0) {
            message.retained = true
            _ = desk.receive(message, at: GuardedDay.time(age))
        }
        let before = GuardDesk(owner: GuardedDay.anna).remembered
        #expect((desk.remembered == before) == (count == 0))
    }

    @Test(arguments: ["c0:ff:ee:00:12:34", "C0:FF:EE:00:12:34", "KEY-OF-IT"])
    func `an address or an identity is ignored however it is written, and where the other one is told, too`(
        _ text: String
    ) throws {
        var desk = GuardDesk(owner: GuardedDay.anna, ignored: [text])
        _ = desk.receive(GuardedDay().status, at: GuardedDay.time(0))
        var seen = SeenMessage(time: GuardedDay.time(0), address: GuardedDay.address, adapter: "00:1A:7D:DA:71:13")
        (seen.profile, seen.isSeparated, seen.identity) = ("find-hub", true, "key-of-it")
        seen.profile = "fmdn"
        let topic = GuardedDay.topics.gatewaySeen(GuardedDay.pocket)
        _ = desk.receive(Message(topic: topic, payload: seen.encoded()), at: GuardedDay.time(0))
        #expect(desk.watch.count == 0)
    }

    @Test func `a number that no tag has is told of when it is to be ignored`() {
        var desk = GuardDesk(owner: GuardedDay.anna, ignored: ["7"])
        #expect(desk.takeRemarks() == ["--ignore 7: no tag has that number now; the tag that gets it is ignored"])
    }

    @Test(arguments: [(0, 253_402_300_799, 0), (700, 253_402_300_799, 0), (700, 1_900_000_000, 1)])
    func `a message of a year to come does not end what is played`(_ at: Int, _ seconds: Int64, _ remarks: Int) throws {
        var desk = GuardDesk(owner: GuardedDay.anna)
        var notices = desk.receive(GuardedDay().status, at: nil)
        for minute in 0..<1440 {
            if minute == at {
                let time = Timestamp(milliseconds: seconds * 1000)
                var seen = SeenMessage(time: time, address: GuardedDay.address, adapter: "00:1A:7D:DA:71:13")
                (seen.profile, seen.isSeparated) = ("find-my", true)
                let topic = GuardedDay.topics.gatewaySeen(GuardedDay.pocket)
                notices += desk.receive(Message(topic: topic, payload: seen.encoded()), at: nil)
            }
            for message in try GuardedDay().messages(minute) { notices += desk.receive(message, at: nil) }
        }
        #expect(notices.map(\.report.stage) == [.notice])
        // After 2099 it is no message of a gateway.
        #expect(desk.takeRemarks().count == remarks)
    }

    @Test(arguments: [(5, 3, 1), (5, 2, 0), (90, 9, 0)])
    func `sessions that end soon, one after another, are told of once as another guard's doing`(
        _ seconds: Int, _ sessions: Int, _ remarks: Int
    ) {
        var desk = GuardDesk(owner: GuardedDay.anna)
        for session in 0..<sessions {
            desk.sessionBegan(at: GuardedDay.time(session * 10))
            desk.sessionEnded(at: GuardedDay.time(session * 10).advanced(by: .seconds(seconds)))
        }
        let said = desk.takeRemarks()
        #expect(said.count == remarks)
        #expect(said.allSatisfy { $0.contains("another guard of anna") })
    }

    @Test func `what its owner knows stays known where another tag was taken for it, and that one does not`() throws {
        var desk = GuardDesk(owner: GuardedDay.anna)
        // The first address is that of another tag, which is away for the day.
        let day = GuardedDay(rotatesAt: 300)
        let told = try #require(try day.play(0..<1100, to: &desk).first?.report)
        #expect(told.identity == "D1:FF:EE:00:12:34" && told.rotations == 1)
        let tag = GuardIgnored.Tag(number: told.number, first: told.first)
        let known = GuardIgnored(time: GuardedDay.time(1100), tags: [tag]).encoded()
        let topic = "tagalong/guard/anna/ignored"
        _ = desk.receive(Message(topic: topic, payload: known, retained: true), at: GuardedDay.time(1100))
        var later = GuardDesk(owner: GuardedDay.anna, memory: desk.remembered)
        _ = later.receive(GuardedDay().status, at: GuardedDay.time(1110))
        for message in try GuardedDay().messages(1111) { _ = later.receive(message, at: GuardedDay.time(1111)) }
        #expect(try day.play(1112..<1440, to: &later).isEmpty)
        let list = later.list(at: GuardedDay.time(1440)).tags
        #expect(list.map(\.identity) == ["D1:FF:EE:00:12:34"] && list.map(\.isIgnored) == [true])
        let other = try #require(later.watch.report(of: later.watch.count + 1))
        #expect(other.identity == GuardedDay.address && !later.isKnown(other))
    }
}
