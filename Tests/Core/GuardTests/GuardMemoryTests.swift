import Foundation
import Testing
import Tracking

@testable import Guard

@Suite struct GuardMemoryTests {
    @Test func `a guard goes on where the one before it stopped`() throws {
        var whole = try GuardDay()
        whole.follower = GuardDay.Tag("hidden", rotatesEvery: 15)
        var parted = whole
        try whole.liveWeekday()
        try parted.liveMorning()
        let stored = try JSONEncoder().encode(parted.watch.state)
        parted.watch = TagGuard(state: try JSONDecoder().decode(TagGuard.State.self, from: stored))
        try parted.liveEvening()
        #expect(parted.watch.state == whole.watch.state)
        #expect(parted.notices == whole.notices)
    }

    @Test func `a crowd of strangers takes no more than the memory that it may`() throws {
        var watch = TagGuard()
        watch.policy.most = 100
        for number in 0..<1000 {
            watch.observe(
                GuardSighting(network: .findMy, identity: "\(number)", time: Timestamp(seconds: Double(number)))
            )
        }
        #expect(watch.count == 100)
    }

    @Test func `a flood makes room for some at a time, from those that were heard longest ago`() {
        var watch = TagGuard()
        watch.policy.most = 640
        for number in 0...640 {
            watch.observe(
                GuardSighting(network: .findMy, identity: "\(number)", time: Timestamp(seconds: Double(number)))
            )
        }
        #expect(watch.count == 631)
        #expect(!watch.isRemembered("9") && watch.isRemembered("10") && watch.isRemembered("640"))
    }

    @Test func `strangers are forgotten after hours`() throws {
        var day = try GuardDay()
        day.atHome = ["passer"]
        try day.stay(GuardDay.home, until: 60)
        #expect(day.watch.count == 1)
        day.atHome = []
        try day.stay(GuardDay.home, until: 60 + 375)
        #expect(day.watch.count == 0)
    }

    @Test(arguments: [(UInt32(8), 1), (UInt32(9), 2), (UInt32(6), 2)])
    func `a rotation fits the network's counter`(_ counter: UInt32, _ tracks: Int) throws {
        var day = try GuardDay()
        try day.hear(
            "old", at: GuardDay.home, from: 0, until: 60, network: .smartTag, counter: 7
        )
        try day.hear("new", at: GuardDay.home, from: 60, until: 90, network: .smartTag, counter: counter)
        #expect(day.watch.count == tracks)
    }

    @Test func `what is heard again under an earlier identity had not rotated`() throws {
        var day = try GuardDay()
        try day.hear("rare", at: GuardDay.home, from: 0, until: 60, network: .findHub, counter: nil)
        try day.hear("stranger", at: GuardDay.home, from: 60, until: 90, network: .findHub, counter: nil)
        #expect(day.watch.count == 1)
        try day.hear("rare", at: GuardDay.home, from: 90, until: 120, network: .findHub, counter: nil)
        let state = day.watch.state
        let rare = try #require(state.numbers["rare"]), stranger = try #require(state.numbers["stranger"])
        #expect(rare != stranger)
        #expect(state.tracks[rare]?.identity == "rare")
        #expect(state.tracks[rare]?.minutes.contains { (60..<90).contains(day.minute(of: $0)) } == false)
        #expect(state.tracks[stranger]?.minutes.allSatisfy { (60..<90).contains(day.minute(of: $0)) } == true)
    }

    @Test func `what was stored before links and company on the way were kept is read`() throws {
        var day = try GuardDay()
        day.follower = GuardDay.Tag("hidden", rotatesEvery: 15)
        try day.liveWeekday()
        let text = String(decoding: try JSONEncoder().encode(day.watch.state), as: UTF8.self)
        let links = try Regex("\"links\":\\[[^\\]]*\\],?"), met = try Regex("\"met\":[0-9]+,?")
        let older = text.replacing(links, with: "").replacing(met, with: "").replacing(",}", with: "}")
        #expect(older != text)
        let state = try JSONDecoder().decode(TagGuard.State.self, from: Data(older.utf8))
        #expect(state.tracks.count == day.watch.state.tracks.count)
    }
}
