import MQTT
import Messages
import Synchronization
import Tracking

/// Publishes what the fleet sends, at its pace, and again what is not known to be stored.
final class Sender: Sendable {
    let fleet: Fleet
    private let client: MQTTClient
    private let ear: Ear
    private let state = Mutex(State())

    private struct State {
        var step = 0
        var again = 0
        var delay = Duration.zero
        var length = Duration.zero
    }

    init(_ fleet: Fleet, over client: MQTTClient, hearing ear: Ear) {
        (self.fleet, self.client, self.ear) = (fleet, client, ear)
    }

    /// The step that is being sent.
    var step: Int { state.withLock(\.step) }
    /// How far behind its time a step was sent at most, as the broker took no more; and how long all of them took.
    var delay: Duration { state.withLock(\.delay) }
    var length: Duration { state.withLock(\.length) }
    /// How many fixes were sent a second time, as nobody had said that they are stored.
    var again: Int { state.withLock(\.again) }

    /// Sends everything, and returns when the broker has acknowledged it.
    func run() async throws {
        let begin = ContinuousClock.now
        for step in 0..<fleet.steps {
            state.withLock { $0.step = step }
            for message in try fleet.phoneMessages(of: step) + fleet.messages(of: step) {
                try await client.publish(message)
            }
            // Late ones follow at once: nothing is left out.
            let next = begin + .milliseconds((step + 1) * fleet.pace)
            state.withLock { $0.delay = max($0.delay, next.duration(to: .now)) }
            try await Task.sleep(until: next)
        }
        try await client.drained()
        state.withLock { ($0.step, $0.length) = (fleet.steps, begin.duration(to: .now)) }
    }

    /// Sends again what is not known to be stored, as a tracker does; answers with how many that was.
    func sendAgain() async throws -> Int {
        var count = 0
        for (index, tracker) in fleet.trackers.enumerated() {
            for step in Int(ear.stored(tracker))..<max(Int(ear.stored(tracker)), fleet.steps) {
                try await client.publish(try fleet.message(of: index, step: step))
                count += 1
            }
        }
        try await client.drained()
        let sum = count
        state.withLock { $0.again += sum }
        return count
    }

    /// Whether every tracker was told that all its fixes are stored.
    var isEverythingTold: Bool { fleet.trackers.allSatisfy { ear.stored($0) >= UInt32(fleet.steps) } }
}
