import Air
import Bluetooth
import Logging
import Messages
import Rehearsal
import Simulation
import Synchronization
import TestSupport
import Testing
import Tracking

/// A clock that goes on by being waited for, a little more slowly than no time at all.
private final class BriskClock: UTCClock {
    private let time = Mutex(Timestamp(seconds: 1_777_626_000))

    var now: Timestamp { time.withLock(\.self) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline) }
        try await Task.sleep(for: .milliseconds(1))
    }
}

struct OutsideTagTests {
    private static let file = """
        name: A bicycle that waits to be bound
        start: 2026-05-09T16:00:00Z
        duration: 24h
        step: 1s
        noise: none
        owners:
          - {id: kari, position: [60.3931, 5.3241455], report-every: 1s}
        trackers:
          - {id: bicycle, owner: kari, item: Bicycle, device: tagalong-t1, position: [60.3931, 5.3242], state: factory-new}
        """

    private static let bonded = LinkState(isEncrypted: true, isBonded: true)

    private static func name(_ characteristic: BluetoothUUID) -> AttributeName {
        AttributeName(service: TagalongService.uuid, characteristic: characteristic)
    }

    @Test(.timeLimit(.minutes(30)))
    func `a tracker that is bound from outside tells its position there`() async throws {
        let id = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        let scenario = try Scenario.written(Self.file)
        let configuration = LiveRehearsal.Configuration(scenario: scenario, hasRadio: false, hasBroker: false)
        let rehearsal = try LiveRehearsal(configuration, clock: BriskClock(), logger: .silent)
        let (news, tell) = AsyncStream.makeStream(of: TagNews.self)
        let tag = await rehearsal.takeOutside(number: TrackerNumber(7)) { tell.yield($0) }
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let run = Task { try await rehearsal.run { _ in start.yield() } }
        for await _ in started { break }

        await tag.link(isUp: true)
        for uuid in [TagalongService.registration, TagalongService.fix] {
            await tag.subscribed(to: Self.name(uuid), true)
        }
        let registration = try Registration(owner: id.owner, device: id.device, gateway: Name("den"))
        try await tag.write(registration.gattValue, to: Self.name(TagalongService.registration), over: Self.bonded)
        try await tag.write([1, 6], to: Self.name(TagalongService.control), over: Self.bonded)
        let desired = ControlRequest.desired(DesiredState(version: 1, power: .on))
        try await tag.write(desired.gattValue, to: Self.name(TagalongService.control), over: Self.bonded)
        let alert = AttributeName(
            service: StandardService.immediateAlert,
            characteristic: StandardCharacteristic.alertLevel
        )
        try await tag.write([2], to: alert, over: Self.bonded)

        var seen: Set<TagNews> = []
        for await one in news {
            seen.insert(one)
            if seen.count == 3 { break }
        }
        #expect(seen == [.bound(id), .ringing(true), .mode(.bluetooth)])
        for await update in tag.updates where update.attribute == Self.name(TagalongService.fix) {
            let fix = try SentFix(gattValue: update.value).fix.fix
            #expect((fix.coordinate.latitude - 60.3931).magnitude < 1e-6)
            break
        }
        #expect(await rehearsal.memory(of: 0) == (registration, DesiredState(version: 1, power: .on)))
        run.cancel()
        _ = await run.result
    }

    @Test(.timeLimit(.minutes(30)))
    func `a tracker that is restored locates for its owner without being bound anew`() async throws {
        let scenario = try Scenario.written(Self.file)
        let configuration = LiveRehearsal.Configuration(scenario: scenario, hasRadio: false, hasBroker: false)
        let rehearsal = try LiveRehearsal(configuration, clock: BriskClock(), logger: .silent)
        let registration = try Registration(owner: Name("sam"), device: Name("keys"), gateway: Name("den"))
        await rehearsal.restore(0, registration, DesiredState(version: 9, reportEvery: 1))
        #expect(await rehearsal.isBound(0))
        let tag = await rehearsal.takeOutside(number: TrackerNumber(7)) { _ in }
        #expect(await !tag.acceptsPairing)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let run = Task { try await rehearsal.run { _ in start.yield() } }
        for await _ in started { break }
        await tag.link(isUp: true)
        await tag.subscribed(to: Self.name(TagalongService.fix), true)
        for await update in tag.updates where update.attribute == Self.name(TagalongService.fix) { break }
        #expect(await rehearsal.memory(of: 0) == (registration, DesiredState(version: 9, reportEvery: 1)))
        run.cancel()
        _ = await run.result
        #expect(await rehearsal.records.map(\.id.description) == ["sam/keys"])
    }
}
