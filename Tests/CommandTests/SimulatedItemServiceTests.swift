import Foundation
import Messages
import Simulation
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import API
@testable import tagalong

/// The service that runs the trackers of simulated items.
@Suite(.timeLimit(.minutes(10)))
struct SimulatedItemServiceTests {
    private let clock = ManualClock()
    private let topics = Topics()
    private let file: SimulatedItemFile
    private let broker = FakeBroker()

    init() {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        file = SimulatedItemFile(path: directory.appendingPathComponent("simulated-items.jsonl").path)
    }

    /// Takes what is published, and hands on what a test says.
    private final class FakeBroker: Sendable {
        typealias Handler = @Sendable (BusEvent) async throws -> Void

        let published = Mutex<[Message]>([])
        let handlers = Mutex<[String: Handler]>([:])

        func said(on topic: String) -> [Message] { published.withLock { $0.filter { $0.topic == topic } } }

        func tell(_ event: BusEvent, to session: String) async throws {
            try await handlers.withLock { $0[session] }?(event)
        }
    }

    private struct FakeBus: Bus {
        let broker: FakeBroker
        let session: BusSession

        func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
            broker.handlers.withLock { $0[session.clientID] = handler }
            try await handler(.connected(resumed: false))
            while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
            broker.handlers.withLock { $0[session.clientID] = nil }
        }

        func publish(_ message: Message) async throws(BusClosed) { broker.published.withLock { $0.append(message) } }
    }

    private func service(
        _ log: LogLines = LogLines(),
        standing: @Sendable (DeviceID) throws -> SimulatedItemService.Standing = { _ in .item }
    ) -> SimulatedItemService {
        SimulatedItemService(file: file, topics: topics, clock: clock, logger: log.logger, standing: standing) {
            [broker] in FakeBus(broker: broker, session: $0)
        }
    }

    private func entry(
        _ tracker: String, _ movement: SimulatedItemDesk.Movement = .walks
    ) throws -> SimulatedItemDesk.Entry {
        SimulatedItemDesk.Entry(
            device: DeviceID(owner: try Name("sam"), device: try Name(tracker)),
            name: try ItemName("Kite"),
            movement: movement,
            centre: try Coordinate(latitude: 46, longitude: 14),
            radius: 100,
            desired: DesiredState(version: 5, reportEvery: 10, item: try ItemName("Kite")),
            seed: 3,
            started: clock.now
        )
    }

    /// Runs a service beside the body, with time that passes, and ends it.
    private func running(
        _ service: SimulatedItemService, _ body: (SimulatedItemDesk) async throws -> Void
    ) async throws {
        let run = Task { try await service.run() }
        let time = Task { [clock] in
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        try await afterwards {
            run.cancel()
            _ = await run.result
            time.cancel()
        } _: {
            try await body(service.desk)
        }
    }

    @Test func `one that is added reports, is kept, goes on after a restart, and says when it ends`() async throws {
        let kite = try entry("kite")
        let location = topics.location(kite.device)
        try await running(service()) { desk in
            try await desk.add(kite)
            #expect(broker.published.withLock { $0 }.isEmpty)
            await desk.begin(kite.device)
            try await eventually { broker.said(on: location).count > 2 }
            #expect(await desk.list() == [kite] && desk.devices() == [kite.device])
            await #expect(throws: SimulatedItemDesk.Refusal.taken(kite.device)) { try await desk.add(kite) }
        }
        #expect(broker.said(on: topics.availability(kite.device)).last?.payload == Availability.offline.encoded())
        broker.published.withLock { $0 = [] }
        let second = service()
        #expect(second.desk.devices() == [kite.device])
        try await running(second) { _ in try await eventually { broker.said(on: location).count > 2 } }
    }

    @Test func `what it is told it remembers, and it goes when its item is deleted`() async throws {
        let kite = try entry("kite")
        let session = "tagalong-sam-kite"
        try await running(service()) { desk in
            try await desk.add(kite)
            await desk.begin(kite.device)
            try await eventually { !broker.said(on: topics.reported(kite.device)).isEmpty }
            let off = DesiredState(version: 6, power: .off, item: try ItemName("Big kite"))
            let wish = Message(topic: topics.desired(kite.device), payload: off.encoded(), retained: true)
            try await broker.tell(.received([wish]), to: session)
            try await eventually { try file.read().first?.desired.power == .off }
            #expect(try file.read().first?.name.text == "Big kite")
            let end = DesiredState(version: 7, power: .off, isRegistered: false)
            let goodbye = Message(topic: topics.desired(kite.device), payload: end.encoded(), retained: true)
            try await broker.tell(.received([goodbye]), to: session)
            try await eventually { desk.devices().isEmpty }
            try await eventually { try file.read().isEmpty }
            let last = try #require(broker.said(on: topics.reported(kite.device)).last)
            #expect(try ReportedState(decoding: last.payload).isRegistered == false)
            // A new one of that name begins anew.
            try await desk.add(kite)
            await desk.end(kite.device)
            #expect(try file.read().isEmpty && desk.devices().isEmpty)
            await #expect(throws: SimulatedItemDesk.Refusal.unknown(kite.device)) { try await desk.leave(kite.device) }
        }
    }

    @Test func `one that is deleted is so on the disk at once, and says goodbye after a kill`() async throws {
        let kite = try entry("kite")
        let first = service().desk
        try await first.add(kite)
        try await first.leave(kite.device)
        // As a process sees it that comes after a kill at this moment.
        #expect(try file.read().map(\.isDeleted) == [true])
        #expect(await first.list().isEmpty && first.devices().isEmpty)
        await #expect(throws: SimulatedItemDesk.Refusal.leaving(kite.device)) { try await first.add(kite) }
        let second = service { _ in .leaving }
        try await running(second) { desk in
            #expect(await desk.list().isEmpty && desk.devices().isEmpty)
            try await eventually { !broker.said(on: topics.reported(kite.device)).isEmpty }
            let end = DesiredState(version: 7, power: .off, isRegistered: false)
            let goodbye = Message(topic: topics.desired(kite.device), payload: end.encoded(), retained: true)
            try await broker.tell(.received([goodbye]), to: "tagalong-sam-kite")
            try await eventually { try file.read().isEmpty }
        }
    }

    @Test func `what is no item any more is dropped at the start, and what is one goes on`() async throws {
        let (kite, van) = (try entry("kite"), try entry("van"))
        let first = service().desk
        for entry in [kite, van] { try await first.add(entry) }
        // It was killed before the deletion was stored.
        try await first.leave(van.device)
        let second = service { $0 == kite.device ? .gone : .item }
        #expect(second.desk.devices() == [van.device])
        #expect(try file.read().map(\.device) == [van.device])
        #expect(try file.read().map(\.isDeleted) == [false])
        // Who cannot tell drops nothing.
        let third = service { _ in throw CommandFailure(.failure, "no database") }
        #expect(third.desk.devices() == [van.device])
    }

    @Test func `what cannot be written is not deleted, and one whose deletion failed goes on`() async throws {
        let kite = try entry("kite")
        let desk = service().desk
        try await desk.add(kite)
        // No draft can be made where a directory has its name.
        let draft = file.path + ".new"
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        let refusal = await #expect(throws: SimulatedItemDesk.Refusal.self) { try await desk.leave(kite.device) }
        let told = "\(try #require(refusal))"
        #expect(told.contains("nothing was changed: ") && told.contains("cannot be written"))
        #expect(await desk.list() == [kite] && desk.devices() == [kite.device])
        try FileManager.default.removeItem(atPath: draft)
        try await desk.leave(kite.device)
        await desk.stay(kite.device)
        #expect(await desk.list() == [kite] && desk.devices() == [kite.device])
        #expect(try file.read().map(\.isDeleted) == [false])
    }

    @Test func `those that were deleted do not count among the twenty`() async throws {
        let desk = service().desk
        for number in 1...20 { try await desk.add(entry("tag\(number)", .stays)) }
        try await desk.leave(entry("tag7").device)
        try await desk.add(entry("more"))
        #expect(await desk.list().count == 20)
        // The file of them is read again.
        #expect(try file.read().count == 21)
        #expect(service { $0.device.text == "tag7" ? .leaving : .item }.desk.devices().count == 20)
    }

    @Test func `there are at most twenty, and what cannot be kept is not begun`() async throws {
        let desk = service().desk
        for number in 1...20 { try await desk.add(entry("tag\(number)", .stays)) }
        let more = try entry("more")
        await #expect(throws: SimulatedItemDesk.Refusal.full) { try await desk.add(more) }
        #expect(try file.read().count == 20)
        let nowhere = SimulatedItemFile(path: "/nowhere/at/all.jsonl")
        let other = SimulatedItemService(
            file: nowhere, topics: topics, clock: clock, logger: .silent, standing: { _ in .item }
        ) { [broker] in FakeBus(broker: broker, session: $0) }
        await #expect(throws: SimulatedItemDesk.Refusal.self) { try await other.desk.add(more) }
        #expect(other.desk.devices().isEmpty)
    }

    @Test func `a broken file is told of and stays as it is`() async throws {
        let broken = Array("{\"owner\":1}\n".utf8)
        try Data(broken).write(to: URL(fileURLWithPath: file.path))
        let log = LogLines()
        let service = service(log)
        #expect(log.contain("simulated-items.jsonl:1: owner"))
        let kite = try entry("kite")
        try await running(service) { desk in
            await #expect(throws: SimulatedItemDesk.Refusal.self) { try await desk.add(kite) }
            #expect(await desk.list().isEmpty)
        }
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: file.path))) == broken)
    }
}
