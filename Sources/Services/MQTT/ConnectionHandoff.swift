internal import DequeModule
internal import Messages
internal import Synchronization
internal import Threads

/// Where the tasks that use a client and the thread that serves its connection meet.
final class ConnectionHandoff: Sendable {
    /// Rings when there is something for the thread to do.
    let work: Bell
    /// Rings when the handler has done with an event.
    let reply: Bell
    let state: Mutex<State>
    /// Most messages of quality 1 on their way at once.
    let window: Int
    /// Told on the thread, in their order, of the messages that the broker has acknowledged or that it never will.
    let onSettled: (@Sendable (_ acknowledged: Int, _ refused: Int) -> Void)?

    struct State {
        var outbox: Outbox
        var counters = MQTTCounters()
        var isConnected = false
        /// The run has begun; it does so once.
        var hasBegun = false
        var isStopping = false
        /// The thread waits for the network in a call that cannot be interrupted.
        var isConnecting = false
        /// The run has ended, for this reason if for any.
        var isClosed = false
        var failure: MQTTError?
        /// Subscriptions of this connection that are not wanted any more.
        var unwanted: [String] = []
        /// Subscriptions that the session has still to get.
        var wanted: [BusSession.Subscription] = []
        /// The thread has been woken and has not looked yet.
        var hasWork = false

        var event: BusEvent?
        var listener: CheckedContinuation<BusEvent?, Never>?
        var verdict: Verdict?

        var publishers: Deque<Publisher> = []
        var nextTicket: UInt64 = 0
        var drains: [UInt64: Drain] = [:]
    }

    /// What the handler made of an event.
    enum Verdict { case handled, failed }

    /// A task that waits for room, with what it has to send.
    struct Publisher {
        var ticket: UInt64
        var message: Message
        var continuation: CheckedContinuation<Bool, Never>
    }

    /// A task that waits until so many messages are settled.
    struct Drain {
        var target: Int
        var continuation: CheckedContinuation<Void, any Error>
    }

    init(
        queueLimit: Int,
        window: Int,
        onSettled: (@Sendable (_ acknowledged: Int, _ refused: Int) -> Void)? = nil
    ) throws(MQTTError) {
        do throws(NoDescriptor) {
            work = try Bell()
            reply = try Bell()
        } catch { throw .badSetting("\(error)") }
        self.window = window
        self.onSettled = onSettled
        state = Mutex(State(outbox: Outbox(limit: queueLimit)))
    }

    var counters: MQTTCounters {
        state.withLock { state in
            var counters = state.counters
            counters.queued = state.outbox.count
            return counters
        }
    }

    /// Tells the thread to end the run; called from any task, any number of times.
    func stop() {
        let abandoned = state.withLock { state in
            state.isStopping = true
            return state.isConnecting
        }
        // A thread stuck in the network frees what it holds when it comes back; nobody needs to wait for that.
        if abandoned { close() }
        work.ring()
    }

    /// Ends the run: nobody waits any longer, nothing is taken in.
    func close(_ failure: MQTTError? = nil) {
        let (listener, publishers, drains) = state.withLock { state in
            if !state.isClosed { state.failure = failure }
            state.isClosed = true
            state.isConnected = false
            defer { (state.listener, state.publishers, state.drains) = (nil, [], [:]) }
            return (state.listener, state.publishers, state.drains)
        }
        listener?.resume(returning: nil)
        for publisher in publishers { publisher.continuation.resume(returning: false) }
        for drain in drains.values { drain.continuation.resume(throwing: BusClosed()) }
    }
}
