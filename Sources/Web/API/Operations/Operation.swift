import Messages
import Tracking

/// Something that a tracker or a gateway was asked for, and where it stands.
struct Operation: Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        /// Nothing was heard of it yet.
        case pending
        case working, confirm, passkey, show, done, failed

        var isEnd: Bool { self == .done || self == .failed }

        /// Whether somebody who waits wants to know.
        var isNews: Bool { self != .pending && self != .working }
    }

    /// Names it, and the command or transaction on the bus.
    let id: String
    let verb: String
    let target: Target
    /// Who asked; nil where nobody has to log in.
    let account: Name?
    let started: Timestamp
    var updated: Timestamp
    var state = State.pending
    /// Rises with every change.
    var revision = 0
    /// The tracker that it is about; of a pairing, the new one.
    var tracker: DeviceID?
    /// Whose unknown tag it is about.
    var guarded: Name?
    var message: String?
    var error: String?
    var number: Int?
    var tags: [SeenMessage]?
    var adapters: [GatewayStatus.Adapter]?
    var steps: [String] = []

    /// Who was asked.
    enum Target: Hashable, Sendable {
        case tracker(DeviceID)
        case gateway(Name)
    }

    init(id: String, verb: String, target: Target, account: Name?, at now: Timestamp) {
        (self.id, self.verb, self.target, self.account) = (id, verb, target, account)
        (started, updated) = (now, now)
        if case .tracker(let device) = target { tracker = device }
    }

    /// Takes in what a tracker says of a command.
    mutating func receive(_ result: CommandResult, at now: Timestamp) {
        state = result.error == nil ? .done : .failed
        error = result.error
        (updated, revision) = (now, revision + 1)
    }

    mutating func receive(_ response: GatewayResponse, at now: Timestamp) {
        state = State(rawValue: response.state.rawValue) ?? .working
        (message, error, number) = (response.message, response.error, response.number)
        (tags, adapters) = (response.tags ?? tags, response.adapters ?? adapters)
        if let message, steps.last != message, steps.count < 100 { steps.append(message) }
        if let parts = response.tracker?.split(separator: "/"), parts.count == 2,
            let owner = try? Name(parts[0]), let device = try? Name(parts[1])
        {
            tracker = DeviceID(owner: owner, device: device)
        }
        (updated, revision) = (now, revision + 1)
    }

    /// Ends it, because nobody has answered.
    mutating func giveUp(_ reason: String, at now: Timestamp) {
        (state, error, updated, revision) = (.failed, reason, now, revision + 1)
    }
}
