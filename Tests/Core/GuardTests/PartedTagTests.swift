import Testing
import Tracking

@testable import Guard

/// Two tags that were taken for one, after the notice.
@Suite struct PartedTagTests {
    /// A day on which `rare` falls silent as `hidden` begins, which follows and is told of, and is heard again.
    private static func day() throws -> GuardDay {
        var day = try GuardDay()
        try day.hear("rare", at: GuardDay.home, from: GuardDay.planted, until: 300, network: .findMy, counter: nil)
        day.kind = ""
        day.follower = GuardDay.Tag("hidden")
        try day.liveMorning()
        try day.liveEvening()
        return day
    }

    @Test func `a number stays with the tag that was told of, and the one that it was taken for is told of by itself`()
        throws
    {
        var day = try Self.day()
        let told = try #require(day.notices.first?.report)
        #expect(told.identity == "hidden" && told.rotations == 1)
        day.atHome = ["rare"]
        try day.stay(GuardDay.home, until: 1460)
        let hidden = try #require(day.watch.state.numbers["hidden"])
        let rare = try #require(day.watch.state.numbers["rare"])
        #expect(hidden == told.number && rare != told.number)
        #expect(day.watch.report(of: hidden)?.first == told.first)
        // It follows from now on, too.
        day.follower = GuardDay.Tag("rare")
        day.onTheWay = ["hidden"]
        for _ in 0..<3 { try day.liveWeekday() }
        let notices = day.notices.filter { $0.report.stage == .notice }
        #expect(notices.map(\.report.identity) == ["hidden", "rare"])
        #expect(Set(notices.map(\.report.number)).count == 2)
    }

    @Test(arguments: [true, false]) func `a number stays with what its owner knew by it`(_ isBefore: Bool) throws {
        var day = try GuardDay()
        try day.hear("rare", at: GuardDay.home, from: 0, until: 60, network: .findHub, counter: nil)
        if isBefore { day.watch.name(1, at: day.now) }
        try day.hear("stranger", at: GuardDay.home, from: 60, until: 90, network: .findHub, counter: nil)
        if !isBefore { day.watch.name(1, at: day.now) }
        try day.hear("rare", at: GuardDay.home, from: 90, until: 120, network: .findHub, counter: nil)
        #expect(day.watch.state.numbers[isBefore ? "rare" : "stranger"] == 1)
        #expect(day.watch.state.numbers.values.sorted() == [1, 3])
    }

    @Test func `no identity stands for a tag that no longer has it`() throws {
        var day = try GuardDay()
        day.follower = GuardDay.Tag("hidden", rotatesEvery: 15)
        day.onTheWay = ["car"]
        for _ in 0..<2 {
            try day.liveWeekday()
            let state = day.watch.state
            let kept = state.tracks.values.flatMap { track in track.identities.map { ($0, track.number) } }
            #expect(state.numbers == Dictionary(kept) { _, last in last })
        }
    }
}
