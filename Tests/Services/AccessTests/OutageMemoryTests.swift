import Synchronization
import Testing

@testable import Access
@testable import Store

/// Who waits for a database whose machine is gone.
@Suite struct OutageMemoryTests {
    /// A database that answers, or does not.
    private final class Machine: Sendable {
        enum Standing: Sendable {
            case there, stopped, gone, refusing
        }

        private struct State {
            var standing = Standing.there
            var now = ContinuousClock.now
            var asked = 0
        }

        private let state = Mutex(State())

        func become(_ standing: Standing) { state.withLock { $0.standing = standing } }
        func pass(_ duration: Duration) { state.withLock { $0.now += duration } }
        var now: ContinuousClock.Instant { state.withLock(\.now) }
        /// How often it was asked, since that was asked for last.
        var asked: Int {
            state.withLock { state in
                defer { state.asked = 0 }
                return state.asked
            }
        }

        func answer(meanwhile body: () -> Void = {}) throws -> Int {
            let standing = state.withLock { state in
                state.asked += 1
                return state.standing
            }
            switch standing {
            case .there: return 1
            case .stopped: throw StoreError(path: "there", .unreachable("it was refused"))
            case .gone:
                body()
                pass(.seconds(10))
                throw StoreError(path: "there", .unreachable("nobody answers"))
            case .refusing:
                pass(.seconds(10))
                throw StoreError(path: "there", .busy)
            }
        }
    }

    private let machine = Machine()
    private let memory: OutageMemory

    init() { memory = OutageMemory { [machine] in machine.now } }

    private func ask() -> Bool { (try? memory.ask { try machine.answer() }) != nil }

    @Test func `after the first one nobody waits for some seconds, and then one`() {
        machine.become(.gone)
        #expect(!ask() && machine.asked == 1)
        for _ in 1...3 { #expect(!ask() && machine.asked == 0) }
        machine.pass(OutageMemory.pause)
        let error = #expect(throws: StoreError.self) {
            try memory.ask {
                try machine.answer {
                    // While one waits, all others are told at once, however long it takes.
                    machine.pass(OutageMemory.pause)
                    #expect(!ask())
                }
            }
        }
        #expect(error?.reason == .unreachable("nobody answers") && machine.asked == 1)
        #expect(!ask() && machine.asked == 0)
    }

    @Test func `when it is back the first who asks is answered, and so are all others`() {
        machine.become(.gone)
        _ = ask()
        machine.become(.there)
        machine.pass(OutageMemory.pause)
        _ = machine.asked
        for _ in 1...3 { #expect(ask() && machine.asked == 1) }
    }

    @Test(arguments: [false, true]) func `one that says so itself is asked each time`(isBusy: Bool) {
        machine.become(isBusy ? .refusing : .stopped)
        for _ in 1...3 { #expect(!ask() && machine.asked == 1) }
        machine.become(.there)
        #expect(ask())
    }

    @Test func `a machine that is back before its server is asked each time from then on`() {
        machine.become(.gone)
        _ = ask()
        machine.become(.stopped)
        machine.pass(OutageMemory.pause)
        _ = machine.asked
        for _ in 1...2 { #expect(!ask() && machine.asked == 1) }
    }
}
