import JSON
import Logging
import Messages
import ServiceLifecycle

/// Shows what comes on the bus until it has seen enough, or its time is over.
actor WatchService: Service {
    /// What ends it by itself.
    struct Limits: Hashable, Sendable {
        var alerts: Int?
        var time: Duration?
    }

    /// How it shows a message.
    enum View: Sendable {
        case json
        case lines(WatchLines)
    }

    private let bus: any Bus
    private let choice: BrokerChoice
    private var view: View
    private let topics: Topics
    private let limits: Limits
    private let logger: Logger
    private let end = AsyncStream.makeStream(of: Never.self)
    private var alerts = 0
    private var hasBeenConnected = false

    init(bus: any Bus, choice: BrokerChoice, view: View, topics: Topics, limits: Limits, logger: Logger) {
        self.bus = bus
        self.choice = choice
        self.view = view
        self.topics = topics
        self.limits = limits
        self.logger = logger
    }

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.bus.run { try await self.handle($0) } }
            group.addTask { for await _ in self.end.stream {} }
            if let time = limits.time { group.addTask { try await Task.sleep(for: time) } }
            try await group.next()
            group.cancelAll()
        }
    }

    private func handle(_ event: BusEvent) throws {
        switch event {
        case .connected:
            if hasBeenConnected { logger.info("connected again") }
            hasBeenConnected = true
        case .disconnected(let reason):
            guard hasBeenConnected else { throw choice.unreachable(because: reason) }
            logger.warning("\(reason); trying again until it works")
        case .received(let messages):
            for message in messages where !hasSeenEnough { try show(message) }
            if hasSeenEnough { end.continuation.finish() }
        }
    }

    private var hasSeenEnough: Bool { limits.alerts.map { alerts >= $0 } ?? false }

    private func show(_ message: Message) throws {
        if let text = text(of: message) { try Output.standard.write(text + "\n") }
        if case .alert = topics.parse(message.topic) { alerts += 1 }
    }

    private func text(of message: Message) -> String? {
        guard case .lines(var lines) = view else { return message.line(topics) }
        defer { view = .lines(lines) }
        return lines.line(for: message)
    }
}

extension Message {
    /// The message as one JSON object on a line; a payload that is no JSON is a text, and what is refused says why.
    fileprivate func line(_ topics: Topics) -> String {
        let isJSON = (try? ExtraKey(name: "payload", json: payload)) != nil
        let node: JSONValue = isJSON ? .raw(payload) : .text(String(decoding: payload, as: UTF8.self))
        var members: JSONMembers = ["topic": .text(topic), "retained": .flag(retained), "payload": node]
        if let refusal = topics.parse(topic)?.refusal(of: payload) { members["refused"] = .text("\(refusal)") }
        return JSONValue.object(members).line
    }
}
