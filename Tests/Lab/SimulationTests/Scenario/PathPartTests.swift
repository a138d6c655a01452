import Simulation
import Testing
import Tracking

/// Which part of a recording is played.
struct PathPartTests {
    private let directory: PathDirectory

    init() throws { directory = try PathDirectory() }

    /// Sam along a walk from 46° to 46.001° north that takes a minute.
    private func track(_ keys: String, duration: String = "\nduration: 10m") throws -> Track {
        let text = """
            name: Walk
            owners: [{id: sam, path: paths/walk.csv\(keys)}]
            trackers: [{id: keys, owner: sam, with: sam}]\(duration)
            """
        return try directory.scenario(text).owners[0].movement
    }

    /// How much of the minute's way lies behind it, in seconds, at some seconds after the start.
    private func seconds(_ track: Track, at times: [Int]) -> [Double] {
        var cursor = TrackCursor(track)
        return times.map { time in
            let here = cursor.position(at: .seconds(time))
            #expect(here == track.position(at: .seconds(time)))
            return ((here.latitude - 46) * 60_000 * 1000).rounded() / 1000
        }
    }

    @Test(arguments: [
        ("", [0, 30, 60, 60]), (", start: 20s", [20, 50, 60, 60]), (", end: 40s", [0, 30, 40, 40]),
        (", start: 20s, end: 40s", [20, 40, 40, 40]), (", offset: 10s", [10, 40, 60, 60]),
        (", start: 20s, end: 40s, offset: 10s", [30, 40, 40, 40]),
        (", loop: true", [0, 30, 0, 30]), (", loop: true, offset: 10s", [10, 40, 10, 40]),
        (", start: 20s, end: 40s, loop: true", [20, 30, 20, 30]),
        (", start: 20s, end: 40s, offset: 5s, loop: yes", [25, 35, 25, 35]), (", loop: no", [0, 30, 60, 60]),
    ])
    func `a recording is played from where and for as long as it says`(keys: String, wanted: [Double]) throws {
        #expect(seconds(try track(keys), at: [0, 30, 60, 90]) == wanted)
    }

    @Test func `time may run backwards along a path that goes round`() throws {
        #expect(seconds(try track(", loop: true"), at: [10, 70, 50, 3600 + 20]) == [10, 10, 50, 20])
    }

    @Test(arguments: [(", start: 20s", 40), (", end: 20s", 20), (", offset: 15s", 45)])
    func `a scenario lasts as long as the part that is played`(keys: String, seconds: Int) throws {
        #expect(try track(keys, duration: "").duration == .seconds(seconds))
    }

    @Test func `what goes round without an end does not tell how long a scenario lasts`() {
        let fault = errorText { _ = try track(", loop: true", duration: "") }
        #expect(fault.hasSuffix("'duration' is missing: nothing moves here that could tell it"))
    }

    @Test func `what follows a path may go round, too`() throws {
        let scenario = try directory.scenario(
            """
            name: Round
            duration: 10m
            owners: [{id: sam, position: [46, 14]}]
            trackers: [{id: keys, owner: sam, path: paths/walk.csv, loop: true}]
            events: [{at: 1m, tracker: keys, do: follow, path: paths/walk.csv, start: 30s, loop: true}]
            """
        )
        let action = scenario.events[0].action
        let followed: Track? = if case .tracker(_, .follow(let track)) = action { track } else { nil }
        let track = try #require(followed)
        #expect(seconds(track, at: [0, 20, 40]) == [30, 50, 40])
        let world = try World(scenario)
        #expect(world.truth(ofTracker: 0).position.latitude == 46)
    }
}
