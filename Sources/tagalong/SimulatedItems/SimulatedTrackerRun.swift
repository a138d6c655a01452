import Logging
import Messages
import Simulation
import Tracking

/// One simulated tracker while it runs: its clock ticks, and its modem holds the connection to the broker.
actor SimulatedTrackerRun {
    /// Makes a connection, which runs once.
    typealias Connect = @Sendable (BusSession) throws -> any Bus

    private var tracker: SimulatedTracker
    private var kept: SimulatedItem
    private let clock: any UTCClock
    private let logger: Logger
    private let connect: Connect
    private let keep: @Sendable (SimulatedItem) async -> Void
    /// What it says, in order: nobody who handles a message waits for the broker to take an answer.
    private var feed: AsyncStream<Message>.Continuation?

    /// Between two looks at the world, as scenarios have it.
    private static let step = Duration.seconds(1)
    /// Before it tries again with a connection that has failed for good.
    private static let retry = Duration.seconds(30)
    /// For its last words.
    private static let patience = Duration.seconds(2)
    /// More messages do not wait: its fixes it sends again.
    private static let room = 1000

    /// The tracker of an item; `keep` is told whenever what it has to remember changes.
    init(
        _ item: SimulatedItem,
        topics: Topics,
        clock: any UTCClock,
        logger: Logger,
        connect: @escaping Connect,
        keep: @escaping @Sendable (SimulatedItem) async -> Void
    ) {
        tracker = SimulatedTracker(item, start: clock.now, topics: topics)
        kept = item
        (self.clock, self.logger, self.connect, self.keep) = (clock, logger, connect, keep)
    }

    /// Runs until it is cancelled, or its item is deleted and it has said goodbye: then it answers true.
    func run() async -> Bool {
        while !Task.isCancelled {
            do {
                let bus = try connect(tracker.session)
                if try await live(on: bus) { return true }
            } catch is CancellationError { return false } catch {
                logger.warning("the simulated tracker \(kept.device) cannot connect: \(error); trying again")
            }
            let next = clock.now.advanced(by: Self.retry)
            do { try await clock.sleep(until: next, tolerance: nil) } catch { return false }
        }
        return false
    }

    /// Answers true when it has left.
    private func live(on bus: any Bus) async throws -> Bool {
        let (outbox, feed) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingNewest(Self.room))
        self.feed = feed
        // Detached from the service, whose end the tracker still tells the broker of.
        let line = Task.detached { try await bus.run { await self.handle($0) } }
        let sender = Task.detached {
            for await message in outbox { do { try await bus.publish(message) } catch { return } }
        }
        let outcome = await withTaskGroup(of: Result<Bool, any Error>.self) { group in
            group.addTask {
                do { try await line.value } catch { return .failure(error) }
                return .success(false)
            }
            group.addTask { .success(await self.tick()) }
            let first = await group.next() ?? .success(false)
            await end(sender, line)
            group.cancelAll()
            return first
        }
        return try outcome.get()
    }

    /// Says its last words, and takes its leave of the broker.
    private func end(_ sender: Task<Void, Never>, _ line: Task<Void, any Error>) async {
        say(tracker.farewell)
        feed?.finish()
        feed = nil
        // A broker that takes nothing is not waited for.
        let limit = Task.detached { [clock] in
            try? await clock.sleep(until: clock.now.advanced(by: Self.patience), tolerance: nil)
            line.cancel()
        }
        await sender.value
        limit.cancel()
        line.cancel()
        _ = await line.result
        tracker.disconnect()
    }

    /// Lets time pass, until it is cancelled or has left.
    private func tick() async -> Bool {
        while !Task.isCancelled {
            say(tracker.step(at: clock.now))
            await remember()
            if tracker.hasLeft { return true }
            do { try await clock.sleep(until: clock.now.advanced(by: Self.step), tolerance: nil) } catch { break }
        }
        return tracker.hasLeft
    }

    private func handle(_ event: BusEvent) async {
        switch event {
        case .connected: say(tracker.connect())
        case .disconnected(let reason):
            tracker.disconnect()
            logger.debug("the simulated tracker \(kept.device): \(reason)")
        case .received(let messages): for message in messages { say(tracker.receive(message)) }
        }
    }

    private func say(_ messages: [Message]) { for message in messages { feed?.yield(message) } }

    private func remember() async {
        let memory = tracker.memory
        guard memory != kept, !tracker.hasLeft else { return }
        kept = memory
        await keep(memory)
    }
}
