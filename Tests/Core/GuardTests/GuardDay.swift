import Guard
import Tracking

/// Days of somebody who goes to work and back, minute by minute.
struct GuardDay {
    struct Tag {
        var name: String
        var period: Int?
        init(_ name: String, rotatesEvery period: Int? = nil) { (self.name, self.period) = (name, period) }
        func identity(at minute: Int) -> String { period.map { "\(name)-\(minute / $0)" } ?? name }
    }

    var watch = TagGuard()
    var follower: Tag?
    /// What all of them say that they are.
    var kind = "airtag"
    var atHome: [String] = []
    var atWork: [String] = []
    var onTheWay: [String] = []
    /// Heard for five minutes of the way.
    var passing: [String] = []
    /// Heard by a gateway at home while the owner is elsewhere.
    var atHomeMeanwhile: [String] = []
    private(set) var notices: [GuardNotice] = []
    private var minute = 0
    private let accuracy: Double
    private let places: [Coordinate]

    static let home = 0, work = 1
    /// What is there when the guard begins is of the household.
    static let planted = 240
    static let backHome = 17 * 60 + 30
    private static let epoch = Timestamp(milliseconds: 1_767_571_200_000)

    init(accuracy: Double = 15) throws {
        self.accuracy = accuracy
        // Where the sun's midnight is that of UTC.
        let home = try Coordinate(latitude: 51, longitude: 0)
        places = [home, home.offset(north: 9000, east: 4000)]
    }

    /// In the day that has begun.
    func minutes(of time: Timestamp) -> Int { Int((time.milliseconds - Self.epoch.milliseconds) / 60_000) }

    var now: Timestamp { Self.epoch.advanced(by: .seconds(minute * 60)) }

    /// Of a minute that a track was heard in.
    func minute(of minute: Int32) -> Int { Int(minute) - Int(Self.epoch.wholeSeconds / 60) }

    mutating func liveWeekday(bringsBack: Bool = true) throws {
        try liveMorning()
        let tag = follower
        if !bringsBack { follower = nil }
        try liveEvening()
        follower = tag
    }

    mutating func liveMorning() throws {
        let day = minute / 1440 * 1440
        try stay(Self.home, until: day + 480)
        try go(from: Self.home, to: Self.work, minutes: 30)
        try stay(Self.work, until: day + 700)
    }

    mutating func liveEvening() throws {
        let day = minute / 1440 * 1440
        try stay(Self.work, until: day + 1020)
        try go(from: Self.work, to: Self.home, minutes: 30)
        try stay(Self.home, until: day + 1440)
    }

    mutating func stay(_ place: Int, until end: Int) throws {
        while minute < end { pass(places[place], place == Self.home ? atHome : atWork, isHome: place == Self.home) }
    }

    /// Hears one tag while the owner stays.
    mutating func hear(
        _ identity: String, at place: Int, from start: Int, until end: Int, network: TagNetwork, counter: UInt32?
    ) throws {
        try stay(place, until: start)
        while minute < end {
            let time = Self.epoch.advanced(by: .seconds(minute * 60))
            watch.observe(
                GuardSighting(network: network, identity: identity, counter: counter, rssi: -70, time: time)
            )
            pass(places[place], [], isHome: true)
        }
    }

    private mutating func go(from: Int, to: Int, minutes: Int) throws {
        let start = minute
        while minute < start + minutes {
            let share = Double(minute - start) / Double(minutes)
            // Those in the carriage are there for the middle of the way.
            let heard = ((0.1...0.9).contains(share) ? onTheWay : []) + ((0.4...0.6).contains(share) ? passing : [])
            pass(places[from].interpolated(to: places[to], fraction: share), heard, isHome: false)
        }
    }

    private mutating func pass(_ place: Coordinate, _ heard: [String], isHome: Bool) {
        let time = Self.epoch.advanced(by: .seconds(minute * 60))
        if minute % 5 == 0 { watch.locate(Position(coordinate: place, accuracy: accuracy, time: time)) }
        let hidden = minute >= Self.planted ? follower.map { [$0.identity(at: minute)] } : nil
        for name in heard + (hidden ?? []) {
            watch.observe(GuardSighting(network: .findMy, kind: kind, identity: name, rssi: -70, time: time))
        }
        if !isHome {
            for name in atHomeMeanwhile {
                let home = places[Self.home]
                watch.observe(
                    GuardSighting(network: .findMy, kind: "airtag", identity: name, time: time, place: home)
                )
            }
        }
        notices += watch.tick(at: time)
        minute += 1
    }
}
