import Alerts
import Ranging
import Testing
import Tracking

@Suite struct AlertEngineTests {
    let keys: DeviceID

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
    }

    private func run(_ distances: [Double], sigma: Double = 0) -> [AlertChange] {
        var engine = AlertEngine()
        return distances.enumerated().compactMap { index, distance in
            let time = Timestamp(seconds: Double(index))
            return engine.observe(
                .literal(Separation(distance: distance, sigma: sigma)),
                at: time,
                thresholds: .standard,
                of: keys,
                now: time
            )
        }
    }

    @Test func `with exact positions the levels follow the literal thresholds`() {
        let changes = run([0, 4.999, 5, 5.001, 9.999, 10, 10.001, 10, 5.001, 5, 0])
        #expect(changes.map(\.event) == [.raised, .escalated, .eased, .cleared])
        #expect(changes.map(\.level) == [.warning, .critical, .warning, .none])
        #expect(changes.map(\.time.seconds) == [3, 6, 7, 9])
        #expect(changes.map(\.threshold) == [5, 10, 10, 5])
    }

    @Test func `from first warning to clearing it is one episode`() {
        let changes = run([0, 6, 11, 6, 0, 6, 0])
        #expect(Set(changes.map(\.episode)).count == 2)
        #expect(changes[0...3].allSatisfy { $0.episode == changes[0].id })
        #expect(changes[4].episode == changes[4].id)
        #expect(Set(changes.map(\.id)).count == changes.count)
        #expect(changes.map(\.id) == changes.map(\.id).sorted())
    }

    @Test func `a leap beyond both thresholds is one alert`() {
        let changes = run([0, 50, 0])
        #expect(changes.map(\.level) == [.critical, .none])
        #expect(changes.map(\.previous) == [.none, .critical])
        #expect(changes.map(\.event) == [.raised, .cleared])
        #expect(changes.map(\.threshold) == [10, 5])
    }

    @Test func `doubt holds a level until it is 95 per cent sure`() {
        // Two standard deviations of 1 m: raised at 5 + 1.645 m, cleared at 5 - 1.645 m.
        #expect(run([0, 6.6], sigma: 1).isEmpty)
        #expect(run([0, 6.7], sigma: 1).map(\.level) == [.warning])
        #expect(run([0, 6.7, 3.4], sigma: 1).map(\.level) == [.warning])
        #expect(run([0, 6.7, 3.3], sigma: 1).map(\.level) == [.warning, .none])
    }

    @Test func `hopeless doubt raises nothing`() {
        #expect(run([0, 3, 20, 4], sigma: 100).isEmpty)
    }

    @Test func `an engine goes on where another stopped`() throws {
        var first = AlertEngine()
        let away = Posterior.literal(Separation(distance: 7, sigma: 0))
        let time = Timestamp(seconds: 1)
        let raise = first.observe(away, at: time, thresholds: .standard, of: keys, now: time)
        let raised = try #require(raise)
        var second = AlertEngine(
            level: first.level,
            episode: first.episode,
            since: first.since,
            count: first.count
        )
        #expect(second.observe(away, at: time, thresholds: .standard, of: keys, now: time) == nil)
        let back = Posterior.literal(Separation(distance: 0, sigma: 0))
        let clear = second.observe(back, at: time, thresholds: .standard, of: keys, now: time)
        let cleared = try #require(clear)
        #expect(cleared.episode == raised.id)
        #expect(cleared.id != raised.id)
    }
}

@Suite struct ItemWatchTests {
    let keys: DeviceID
    let origin: Coordinate

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        origin = try Coordinate(latitude: 46, longitude: 14)
    }

    private func fix(_ seconds: Double, north: Double) -> Fix {
        Fix(coordinate: origin.offset(north: north, east: 0), time: Timestamp(seconds: seconds), accuracy: 0)
    }

    private func seconds(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    @Test func `an owner on a fast bicycle with the item raises nothing between two fixes`() {
        var (watch, track) = (ItemWatch(device: keys), PositionTrack())
        for second in 0..<600 {
            track.insert(fix(Double(second), north: Double(second) * 12))
            #expect(watch.ownerMoved(track, now: seconds(Double(second))) == nil)
            let own = fix(Double(second), north: Double(second) * 12)
            #expect(watch.located(own, owner: track, now: seconds(Double(second))) == nil)
        }
        #expect(watch.level(at: seconds(600)) == .near)
    }

    @Test func `on a bus with a phone that reports each ten seconds, nothing is raised`() {
        var (watch, track) = (ItemWatch(device: keys), PositionTrack())
        for second in 0..<600 {
            let now = seconds(Double(second))
            let here = fix(Double(second), north: Double(second) * 12)
            if second % 10 == 0 {
                track.insert(here)
                #expect(watch.ownerMoved(track, now: now) == nil)
            }
            // The bus has been seen going once the phone has reported twice.
            if second >= 10 { #expect(watch.located(here, owner: track, now: now) == nil) }
        }
    }

    @Test func `a later position of the owner settles what was in doubt`() {
        var (watch, track) = (ItemWatch(device: keys), PositionTrack())
        track.insert(fix(0, north: 0))
        #expect(watch.located(fix(0, north: 0), owner: track, now: seconds(0)) == nil)
        #expect(watch.located(fix(5, north: 16), owner: track, now: seconds(5)) == nil)
        track.insert(fix(10, north: 0))
        #expect(watch.ownerMoved(track, now: seconds(10))?.level == .critical)
    }

    @Test func `a fix over 15 minutes old on arrival raises nothing`() {
        var (watch, track) = (ItemWatch(device: keys), PositionTrack())
        for second in [0.0, 10, 20] { track.insert(fix(second, north: 0)) }
        #expect(watch.located(fix(10, north: 50), owner: track, now: seconds(911)) == nil)
        #expect(watch.lastFix == fix(10, north: 50))
        #expect(watch.located(fix(20, north: 50), owner: track, now: seconds(920))?.level == .critical)
    }

    @Test func `an older fix never takes the place of a newer one`() {
        var (watch, track) = (ItemWatch(device: keys), PositionTrack())
        for second in [0.0, 10] { track.insert(fix(second, north: 0)) }
        #expect(watch.located(fix(10, north: 0), owner: track, now: seconds(10)) == nil)
        #expect(watch.located(fix(5, north: 90), owner: track, now: seconds(11)) == nil)
        #expect(watch.lastFix?.time == seconds(10))
    }

    @Test func `silence makes the level unknown and neither raises nor clears`() {
        var (watch, track) = (ItemWatch(device: keys, reportEvery: 10), PositionTrack())
        track.insert(fix(0, north: 0))
        #expect(watch.level(at: seconds(0)) == .unknown)
        #expect(watch.located(fix(0, north: 7), owner: track, now: seconds(0))?.level == .warning)
        #expect(watch.level(at: seconds(300)) == .warning)
        #expect(watch.level(at: seconds(301)) == .unknown)
        track.insert(fix(400, north: 0))
        #expect(watch.located(fix(400, north: 7), owner: track, now: seconds(400)) == nil)
        #expect(watch.level(at: seconds(400)) == .warning)
    }

    @Test func `without any position of the owner the level is unknown`() {
        var watch = ItemWatch(device: keys)
        #expect(watch.located(fix(0, north: 7), owner: PositionTrack(), now: seconds(0)) == nil)
        #expect(watch.level(at: seconds(0)) == .unknown)
    }
}
