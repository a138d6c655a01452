import Foundation
import Guard
import Testing
import Tracking

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
}
