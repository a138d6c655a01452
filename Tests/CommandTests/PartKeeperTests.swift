import API
import Logging
import ServiceLifecycle
import Supervision
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import tagalong

@Suite(.timeLimit(.minutes(5)))
struct PartKeeperTests {
    /// A part of which each life ends as is told.
    private final class Play: Sendable {
        enum Scene: Sendable {
            /// It cannot begin.
            case refused(String)
            /// It ends after a while with an error.
            case dies(String, after: Duration)
            /// It runs until it is shut down.
            case goesOn
        }

        let clock = ManualClock()
        private let rest: Mutex<[Scene]>
        private let begun = Mutex(0)
        init(_ scenes: [Scene]) { rest = Mutex(scenes) }

        var attempts: Int { begun.withLock { $0 } }

        func begin() throws -> ServiceSet {
            begun.withLock { $0 += 1 }
            let scene = rest.withLock { $0.isEmpty ? .goesOn : $0.removeFirst() }
            if case .refused(let sentence) = scene { throw CommandFailure(.unreachable, sentence) }
            return ServiceSet([Life(scene: scene, clock: clock)])
        }
    }

    private struct Life: Service {
        let scene: Play.Scene
        let clock: ManualClock

        func run() async throws {
            if case .dies(let sentence, let time) = scene {
                clock.advance(by: time)
                throw CommandFailure(.failure, sentence)
            }
            try await gracefulShutdown()
        }
    }

    /// Another service, which must not notice.
    private struct Bystander: Service { func run() async throws { try await gracefulShutdown() } }

    /// Runs a keeper beside a bystander, and shuts both down at the end of the body.
    private func keep(_ play: Play, _ body: (PartBoard, LogLines) async throws -> Void) async throws {
        let (board, log) = (PartBoard(), LogLines())
        let keeper = PartKeeper(.gateway, "the gateway", on: board, clock: play.clock, logger: log.logger) {
            try play.begin()
        }
        let group = ServiceGroup(services: [Bystander(), keeper], logger: .silent)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await body(board, log)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Lets the keeper's pauses pass until a condition holds.
    private func pass(_ clock: ManualClock, until condition: () -> Bool) async throws {
        try await eventually {
            clock.advance(by: .milliseconds(100))
            return condition()
        }
    }

    @Test func `what cannot begin is told with its reason and tried again, and the others go on`() async throws {
        let play = Play([.refused("there is no adapter: plug one in"), .refused("there is no adapter: plug one in")])
        try await keep(play) { board, log in
            try await eventually { board.standings[.gateway]?.state == .down("there is no adapter: plug one in") }
            let since = board.standings[.gateway]?.since
            try await eventually { play.attempts == 1 }
            try await pass(play.clock) { play.attempts == 2 }
            #expect(board.standings[.gateway]?.since == since)
            try await pass(play.clock) { board.standings[.gateway]?.state == .running }
            #expect(log.count(of: "there is no adapter: plug one in; the rest goes on") == 1)
            #expect(log.contain("the gateway runs again"))
        }
    }

    @Test func `what ends by itself is started again`() async throws {
        let play = Play([.dies("the broker was ended by signal 9", after: .seconds(5)), .goesOn])
        try await keep(play) { board, _ in
            try await eventually { board.standings[.gateway]?.state == .down("the broker was ended by signal 9") }
            try await pass(play.clock) { board.standings[.gateway]?.state == .running }
            #expect(play.attempts == 2)
        }
    }

    @Test func `a shutdown during a pause ends it at once, and is no trouble`() async throws {
        // The clock stands: nothing but the shutdown ends the pause.
        try await keep(Play([.refused("no")])) { board, _ in
            try await eventually { board.standings[.gateway]?.state == .down("no") }
        }
    }

    @Test func `pauses grow up to a minute, and begin anew behind a long run`() {
        var backoff = Backoff()
        let pauses = (0..<9).map { _ in backoff.pause(after: .seconds(1)) }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        #expect(backoff.pause(after: .seconds(61)) == .seconds(1))
    }
}
