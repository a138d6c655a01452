import Logging
import MQTT
import Messages
import Rehearsal
import ServerSupport
import Simulation
import Store
import Synchronization
import TestSupport
import Testing
import Tracking

@Suite(.timeLimit(.minutes(30))) struct LiveRehearsalTests {
    private static let scenario = """
        name: Keys left at the café
        duration: 200s
        owners:
          - id: sam
            points:
              - {at: 0s, lat: 46.05690, lon: 14.50580}
              - {at: 40s, lat: 46.05690, lon: 14.50580}
              - {at: 80s, lat: 46.05735, lon: 14.50580}
              - {at: 110s, lat: 46.05735, lon: 14.50580}
              - {at: 150s, lat: 46.05690, lon: 14.50580}
              - {at: 200s, lat: 46.05690, lon: 14.50580}
            report-every: 1s
        trackers:
          - {id: keys, owner: sam, item: Keys, with: sam, report-every: 1s}
        events:
          - {at: 40s, tracker: keys, do: drop}
          - {at: 155s, tracker: keys, do: pick-up}
        expect:
          - {tracker: keys, no-alert: true, until: 39s}
          - {tracker: keys, alert: warning, after: 40s, by: 80s}
          - {tracker: keys, alert: critical, after: 40s, by: 90s}
          - {tracker: keys, mode: cellular, by: 90s}
          - {tracker: keys, alert: none, by: 200s}
          - {tracker: keys, fixes: {at-least: 195}}
        """

    @Test func `a scenario plays in front of a real broker and the history service`() async throws {
        let store = try Store.inMemory()
        let report = try await Scenario.written(Self.scenario).played(speed: 20, into: store)
        #expect(report.expectations.filter { !$0.passed }.map { "\($0.text): \($0.observed)" } == [])
        #expect(report.messages.stored == 201 + report.trackers[0].fixes)
        let keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        #expect(try store.fixCount(of: keys) == report.trackers[0].fixes)
    }

    @Test func `the rules of an item are known before it says anything, however slow the console is`() async throws {
        let text = """
            name: At home
            duration: 20s
            noise: none
            owners: [{id: sam, position: [46.05, 14.5], report-every: 1s}]
            trackers:
              - id: umbrella
                owner: sam
                position: [46.06, 14.5]
                report-every: 5s
                rules:
                  places: [{name: Home, at: [46.06, 14.5], radius-m: 60}]
            expect:
              - {tracker: umbrella, no-alert: true}
              - {tracker: umbrella, fixes: {at-least: 2}}
            """
        let report = try await Scenario.written(text).played(speed: 10, into: Store.inMemory()) { bus, session in
            session.clientID.hasPrefix("tagalong-simulate-") ? SlowBus(bus) : bus
        }
        #expect(report.expectations.filter { !$0.passed }.map { "\($0.text): \($0.observed)" } == [])
    }

    @Test func `a gateway that is up already is not started a second time`() async throws {
        let text = """
            name: Up twice
            duration: 10s
            owners: [{id: sam, position: [46, 14], report-every: 1s}]
            trackers: [{id: keys, owner: sam, with: sam, state: factory-new}]
            events: [{at: 5s, do: gateway-up}]
            """
        let sessions = Mutex<[String]>([])
        try await withTestBroker { broker in
            let connection = broker.configuration
            let live = try LiveRehearsal(
                LiveRehearsal.Configuration(scenario: Scenario.written(text), speed: 20) { session in
                    sessions.withLock { $0.append(session.clientID) }
                    return try MQTTClient(configuration: connection, session: session, logger: .silent)
                },
                clock: WallClock(origin: Timestamp(seconds: 1_777_626_000)),
                logger: .silent
            )
            _ = try await live.run { _ in }
        }
        #expect(sessions.withLock { $0.count { $0 == "tagalong-gateway-gateway-sam" } } == 1)
    }

    @Test func `a broker that is not there is said before anything is played`() async throws {
        let configuration = try await withTestBroker { $0.configuration }
        let live = try LiveRehearsal(
            LiveRehearsal.Configuration(scenario: Scenario.written(Self.scenario), speed: 100) { session in
                try MQTTClient(configuration: configuration, session: session, logger: .silent)
            },
            clock: WallClock(origin: Timestamp(seconds: 1_777_626_000)),
            logger: .silent
        )
        await #expect(throws: LiveRehearsal.Unreachable.self) { try await live.run { _ in } }
    }

    @Test(arguments: [10.0, 480]) func `a run whose sleeps last too long is never far behind its clock`(
        speed: Double
    ) async throws {
        let text = """
            name: All day
            duration: 1h
            noise: none
            owners: [{id: sam, position: [46, 14], report-every: 1h}]
            trackers: [{id: crate, owner: sam, position: [46.1, 14], report-every: 10m}]
            """
        let (start, clock) = (Timestamp(seconds: 1_777_626_000), OversleepingClock(by: 30))
        let live = try LiveRehearsal(
            LiveRehearsal.Configuration(
                scenario: Scenario.written(text),
                speed: speed,
                hasRadio: false,
                hasBroker: false
            ),
            clock: clock,
            logger: .silent
        )
        let latest = Mutex(0.0)
        _ = try await live.run { step in
            let lag = clock.now.seconds - start.seconds - Double(step) / speed
            latest.withLock { $0 = max($0, lag) }
        }
        // A step at ten times the speed and the pause in it, each slept too long, and the next one.
        #expect(latest.withLock { $0 } < 0.2)
    }
}

/// A clock of which each sleep lasts some milliseconds longer than it should, as on a machine that has other work.
private final class OversleepingClock: UTCClock {
    private let time = Mutex(Timestamp(seconds: 1_777_626_000))
    private let excess: Int64

    init(by milliseconds: Int64) { excess = milliseconds }

    var now: Timestamp { time.withLock { $0 } }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline).advanced(by: .milliseconds(excess)) }
        await Task.yield()
    }
}
