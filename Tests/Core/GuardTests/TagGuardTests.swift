import Guard
import Testing
import Tracking

@Suite struct TagGuardTests {
    @Test func `a tag that goes home and to work with its owner is told of`() throws {
        var day = try GuardDay()
        day.follower = GuardDay.Tag("hidden")
        try day.liveWeekday()
        #expect(day.notices.map(\.report.identity) == ["hidden"])
        #expect(day.notices.map(\.report.stage) == [.notice])
        #expect(day.notices.first?.report.legs == 2)
    }

    @Test func `it is told of within an hour of the second leg`() throws {
        var day = try GuardDay()
        day.follower = GuardDay.Tag("hidden")
        try day.liveWeekday()
        let notice = try #require(day.notices.first)
        #expect(day.minutes(of: notice.time) - GuardDay.backHome <= 60)
    }

    @Test func `what stays the night after a notice is urgent`() throws {
        var day = try GuardDay()
        day.follower = GuardDay.Tag("hidden")
        try day.liveWeekday()
        try day.stay(GuardDay.home, until: 1440 + 360)
        #expect(day.notices.map(\.report.stage) == [.notice, .urgent])
    }

    @Test(arguments: ["neighbour", "carriage", "colleague"])
    func `tags that belong to one place or one way are not told of`(_ who: String) throws {
        var day = try GuardDay()
        switch who {
        case "neighbour": day.atHome = ["n1", "n2"]
        case "carriage": day.onTheWay = (0..<12).map { "c\($0)" }
        default: day.atWork = ["w1"]
        }
        for _ in 0..<3 { try day.liveWeekday() }
        #expect(day.notices.isEmpty)
    }

    @Test func `a tag that rotates each quarter of an hour is followed through its rotations`() throws {
        var day = try GuardDay()
        day.follower = GuardDay.Tag("hidden", rotatesEvery: 15)
        try day.liveWeekday()
        let report = try #require(day.notices.first?.report)
        #expect(report.rotations > 20)
        #expect(report.identity.hasPrefix("hidden"))
    }

    @Test func `what its owner left behind is no follower`() throws {
        var day = try GuardDay()
        day.follower = GuardDay.Tag("borrowed")
        try day.liveWeekday(bringsBack: false)
        day.follower = nil
        day.atWork = ["borrowed"]
        for _ in 0..<2 { try day.liveWeekday() }
        #expect(day.notices.isEmpty)
    }

    @Test func `one's own tags are not looked at`() throws {
        var day = try GuardDay()
        day.watch.ignored = ["hidden"]
        day.follower = GuardDay.Tag("hidden")
        try day.liveWeekday()
        #expect(day.notices.isEmpty)
        #expect(day.watch.count == 0)
    }

    @Test func `within the doubt of the positions nobody has moved`() throws {
        var day = try GuardDay(accuracy: 9000)
        day.follower = GuardDay.Tag("hidden")
        try day.liveWeekday()
        #expect(day.notices.isEmpty)
    }

    @Test func `what is at home when the guard begins takes more than two legs`() throws {
        var day = try GuardDay()
        day.atHome = ["hidden"]
        day.follower = GuardDay.Tag("hidden")
        try day.liveWeekday()
        #expect(day.notices.isEmpty)
    }

    @Test func `what a gateway at home hears while the owner is away belongs there`() throws {
        var day = try GuardDay()
        day.follower = GuardDay.Tag("household")
        day.atHomeMeanwhile = ["household"]
        try day.liveWeekday()
        #expect(day.notices.isEmpty)
    }

    @Test func `what alone is heard for most of two ways, and at neither end, is told of as a tag in the car`() throws {
        var day = try GuardDay()
        day.onTheWay = ["car"]
        try day.liveWeekday()
        #expect(day.notices.map(\.report.identity) == ["car"])
    }

    @Test(arguments: [(3, true), (9, false)])
    func `a tag in the car that rotates at night is told of, and others that ride in a full carriage are not`(
        _ company: Int, _ isTold: Bool
    ) throws {
        var day = try GuardDay()
        try day.stay(GuardDay.home, until: GuardDay.planted)
        try day.liveMorning()
        day.onTheWay = ["car-1"]
        try day.liveEvening()
        // Who is met on the way gets out again.
        day.onTheWay = ["car-2"]
        day.passing = (0..<company).map { "p\($0)" }
        try day.liveMorning()
        #expect(day.notices.map(\.report.identity) == (isTold ? ["car-2"] : []))
    }
}
