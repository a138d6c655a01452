import Dispatch
import Rehearsal
import Simulation
import Synchronization

/// The simulated world with nobody listening: movement, links, energy and firmware, and the messages they write.
///
/// As a rehearsal plays it: in parts that share nothing, on as many threads as there are cores.
struct WorldAlone: Sendable {
    private let parts: [Part]

    init(_ scenario: Scenario, fleet: Int) throws {
        parts = try stride(from: 1, through: fleet, by: Rehearsal.trackersInShard).map { first in
            let copies = first...min(fleet, first + Rehearsal.trackersInShard - 1)
            return Part(try World(scenario, fleet: fleet, copies: copies))
        }
    }

    /// Lives on for so many seconds.
    func play(_ seconds: Int) {
        DispatchQueue.concurrentPerform(iterations: parts.count) { parts[$0].play(seconds) }
    }

    private final class Part: Sendable {
        private struct State {
            var world: World
            var step = 0
        }

        private let state: Mutex<State>

        init(_ world: World) { state = Mutex(State(world: world)) }

        func play(_ seconds: Int) {
            state.withLock { state in
                for _ in 0..<seconds {
                    state.world.begin(at: Int64(state.step) * 1000)
                    state.world.moveOwners()
                    if state.step == 0 { state.world.switchOn() }
                    state.world.runTrackers()
                    while let output = state.world.next() { keep(output) }
                    state.step += 1
                }
            }
        }
    }
}
