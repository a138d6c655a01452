import Bluetooth
import Gateway
import Messages
import Settings
import Tracking

/// Has a gateway ring a tag of somebody else, or silence it.
struct UnknownRing {
    let client: TrackerClient
    /// The gateway to be asked; nil for the one that heard the tag last.
    let gateway: Name?
    let isEnd: Bool

    private var topics: Topics { client.topics }

    /// A tag, and the gateway that heard it where a guard's list says so.
    private struct Target {
        var address: String
        var gateway: Name?
    }

    /// Asks, and waits for what comes of it: a sentence without a full stop.
    ///
    /// - Throws: ``CommandFailure``.
    func run(_ text: String) async throws -> String {
        guard text.allSatisfy(\.isNumber) || TagIdentity(text) != nil else {
            let expected = "an address such as C0:FF:EE:00:12:34, or a number of the guard's list, is expected"
            throw CommandFailure(.badInput, "'\(text.printable)' is given, \(expected)")
        }
        let filters = [
            "\(topics.own)/gateway/+/status", "\(topics.own)/gateway/+/response/ring", "\(topics.own)/guard/+",
        ]
        let (choice, logger) = (client.choice, client.logger)
        return try await Errand.run(on: choice, topics: topics, subscribing: filters, logger: logger) { errand in
            let kept = try await errand.retained()
            let target = try target(text, kept)
            return try await ask(try online(target, kept), target, errand)
        }
    }

    // MARK: Whom

    private func target(_ text: String, _ kept: [Message]) throws -> Target {
        let tags = kept.compactMap { message -> GuardMessage? in
            guard case .guarded(let owner) = topics.parse(message.topic) else { return nil }
            return GuardMessage(message.payload, of: owner)
        }.flatMap(\.tags)
        guard let number = Int(text) else {
            let known = tags.first { $0.address == text || $0.identity == text }
            return Target(address: known?.address ?? text, gateway: known?.gateway)
        }
        let found = tags.filter { $0.number == number }
        guard let tag = found.first, found.count == 1 else {
            let reason =
                found.isEmpty
                ? "no guard's list has a tag \(number); 'tagalong guard list' shows them"
                : "\(found.count) owners' lists have a tag \(number): give its address"
            throw CommandFailure(.failure, reason)
        }
        return Target(address: tag.address, gateway: tag.gateway)
    }

    private func online(_ target: Target, _ kept: [Message]) throws -> Name {
        var statuses: [Name: GatewayStatus] = [:]
        for message in kept {
            guard case .gatewayStatus(let name) = topics.parse(message.topic) else { continue }
            statuses[name] = try? GatewayStatus(decoding: message.payload)
        }
        let able = statuses.filter { $0.value.state == .online && $0.value.via == nil }.keys.sorted()
        if let wanted = gateway ?? target.gateway, gateway != nil || able.contains(wanted) {
            if able.contains(wanted) { return wanted }
            if let via = statuses[wanted]?.via {
                throw CommandFailure(.failure, "the node \(wanted) only hears: give '--gateway \(via)'")
            }
            throw CommandFailure(.failure, "the gateway \(wanted) is not running: start 'tagalong gateway'")
        }
        if able.count == 1 { return able[0] }
        let reason =
            able.isEmpty
            ? "no gateway is running: start 'tagalong gateway'"
            : "give --gateway, with one that is near the tag: \(able.map(\.text).joined(separator: ", "))"
        throw CommandFailure(.failure, reason)
    }

    // MARK: The request

    private func ask(_ gateway: Name, _ target: Target, _ errand: Errand) async throws -> String {
        var question = GatewayQuestion(gateway: gateway, verb: "ring", tag: target.address)
        if isEnd { question.request.stops = true }
        try await errand.publish(question.message(topics))
        guard let patience = client.patience else { return "\(gateway) has been asked" }
        try Output.error.write("\(gateway) has been asked; waiting up to \(patience.compact) for it\n")
        let limit = errand.remind(after: patience)
        defer { limit.cancel() }
        for await event in errand.events {
            switch event {
            case .connected: break
            case .timeUp:
                throw CommandFailure(.failure, "the gateway \(gateway) has not answered: try with --timeout 2m")
            case .received(let message):
                guard let response = question.answer(in: message, topics) else { continue }
                switch response.state {
                case .done:
                    let sentence = (response.message ?? "passed on").printable
                    return isEnd ? "\(target.address) is told to fall silent" : "\(target.address): \(sentence)"
                case .failed: throw CommandFailure(.failure, "\(gateway): \((response.error ?? "it failed").printable)")
                case .working, .confirm, .passkey, .show:
                    if let step = response.message { try Output.error.write("\(step.printable) …\n") }
                }
            }
        }
        throw BusClosed()
    }
}
