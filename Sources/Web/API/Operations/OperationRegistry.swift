import HTTPTypes
package import Messages
import ServiceLifecycle
import Tracking
import Web

/// What was asked of trackers and gateways lately, and what they answered.
package actor OperationRegistry: Service {
    private let topics: Topics
    private let clock: any UTCClock
    private let messages: AsyncStream<Message>
    private var operations: [String: Operation] = [:]
    private var waiters: [Int: Waiter] = [:]
    private var nextNumber = 0
    /// Operations that nobody has answered, so far.
    private var unanswered = 0

    private struct Waiter {
        let operation: String
        let revision: Int?
        let continuation: CheckedContinuation<Void, Never>
    }

    /// How many operations are remembered; of more, those that changed longest ago of the account that has the most are
    /// forgotten.
    static let most = 500
    /// How long an operation that has ended is remembered.
    private static let memory: Duration = .seconds(3600)
    /// How long nothing may be heard of a gateway that was asked.
    private static let gatewayPatience: Duration = .seconds(180)
    /// How long a command to a tracker may go without an answer.
    private static let trackerPatience: Duration = .seconds(3600)

    /// A log of all that comes over the bus from now on.
    package init(parts: ConsoleParts, messages: AsyncStream<Message>) {
        (topics, clock, self.messages) = (parts.configuration.topics, parts.clock, messages)
    }

    package func run() async {
        for await message in messages.cancelOnGracefulShutdown() { receive(message) }
        for waiter in waiters.values { waiter.continuation.resume() }
        waiters = [:]
    }

    /// Operations that have not ended, and those that nobody has ever answered.
    func counts() -> (pending: Int, unanswered: Int) {
        expire()
        return (operations.values.count { !$0.state.isEnd }, unanswered)
    }

    /// Notes a new operation, before it is asked for, so that no answer is missed.
    func begin(
        _ verb: String, _ target: Operation.Target, id: String, by account: Name?, guarding owner: Name? = nil,
        about subject: DeviceID? = nil
    ) -> Operation {
        expire()
        while operations.count >= Self.most { removeOne() }
        var operation = Operation(id: id, verb: verb, target: target, account: account, at: clock.now)
        operation.guarded = owner
        if let subject { (operation.subject, operation.tracker) = (subject, subject) }
        operations[id] = operation
        return operation
    }

    /// What is asked of a gateway, to find it again by.
    func note(_ pairing: Operation.Pairing, of id: String) { operations[id]?.pairing = pairing }

    /// Takes an answer to what an operation asks: of several at once the first.
    ///
    /// - Throws: ``Problem`` when nothing of the kind is asked, or no more.
    func take(_ answer: GatewayRequest, to id: String) throws(Problem) {
        let now = try operation(id)
        if now.isAnswered { throw Problem(.conflict, "it was answered already, here or elsewhere") }
        guard now.asks(for: answer) else {
            let state = now.state.rawValue
            throw Problem(.conflict, "nothing of the kind is asked: the operation's state is '\(state)'")
        }
        operations[id]?.isAnswered = true
    }

    /// Lets answer again, as the answer could not be passed on.
    func untake(_ id: String) { operations[id]?.isAnswered = false }

    /// Forgets an operation that could not be asked for.
    func cancel(_ id: String) { operations[id] = nil }

    func all() -> [Operation] {
        expire()
        return operations.values.sorted { ($0.started, $0.id) > ($1.started, $1.id) }
    }

    func operation(_ id: String) throws(Problem) -> Operation {
        expire()
        guard let operation = operations[id] else { throw Problem(.notFound, "there is no operation '\(id)'") }
        return operation
    }

    /// An operation once it asks something or has ended, or once its revision is another one; at the latest after a time.
    func operation(_ id: String, after seconds: Int, revision: Int?) async throws -> Operation {
        let now = try operation(id)
        guard seconds > 0, !Self.isNews(now, revision) else { return now }
        let number = nextNumber
        nextNumber += 1
        let end = clock.now.advanced(by: .seconds(seconds))
        let timer = Task { [clock] in
            try? await clock.sleep(until: end, tolerance: nil)
            self.wake(number)
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume() }
                waiters[number] = Waiter(operation: id, revision: revision, continuation: continuation)
            }
        } onCancel: {
            Task { await self.wake(number) }
        }
        return try operation(id)
    }

    private static func isNews(_ operation: Operation, _ revision: Int?) -> Bool {
        revision.map { $0 != operation.revision } ?? operation.state.isNews || operation.state.isEnd
    }

    private func wake(_ number: Int) { waiters.removeValue(forKey: number)?.continuation.resume() }

    private func receive(_ message: Message) {
        switch topics.parse(message.topic) {
        case .result(let device):
            guard let result = try? CommandResult(decoding: message.payload) else { return }
            update(result.id) { operation, now in
                guard operation.target == .tracker(device) else { return }
                operation.receive(result, at: now)
            }
        case .gatewayResponse(let gateway, _):
            guard let response = try? GatewayResponse(decoding: message.payload) else { return }
            update(response.transaction) { operation, now in
                guard operation.target == .gateway(gateway) else { return }
                operation.receive(response, at: now)
            }
        default: return
        }
    }

    private func update(_ id: String, _ body: (inout Operation, Timestamp) -> Void) {
        guard var operation = operations[id], !operation.state.isEnd else { return }
        body(&operation, clock.now)
        operations[id] = operation
        let due = waiters.filter { $0.value.operation == id && Self.isNews(operation, $0.value.revision) }
        for number in due.keys { wake(number) }
    }

    /// Lets time pass: what nobody has answered has failed, and what ended long ago is forgotten.
    private func expire() {
        let now = clock.now
        for (id, operation) in operations {
            let age = operation.updated.duration(to: now)
            if operation.state.isEnd {
                if age > Self.memory { operations[id] = nil }
                continue
            }
            switch operation.target {
            case .tracker where age > Self.trackerPatience:
                unanswered += 1
                operations[id]?.giveUp("it did not answer within an hour: it is asleep or out of reach", at: now)
            case .gateway(let name) where age > Self.gatewayPatience:
                unanswered += 1
                operations[id]?.giveUp("the gateway \(name) does not answer", at: now)
            default: break
            }
        }
    }

    /// Forgets an operation of whoever has the most, so that one who asks for many pushes out only their own.
    private func removeOne() {
        let shares = Dictionary(grouping: operations.values, by: \.account)
        let biggest = shares.values.max { $0.count < $1.count } ?? []
        let oldest = biggest.min { ($0.updated, $0.id) < ($1.updated, $1.id) }
        if let oldest { operations[oldest.id] = nil }
    }
}
