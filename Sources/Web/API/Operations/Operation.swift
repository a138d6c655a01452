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
    /// The item for whose tag a gateway was asked.
    var subject: DeviceID?
    /// What a gateway was asked to pair with, for whom, and what that is to be called.
    var pairing: Pairing?
    var message: String?
    var error: String?
    var number: Int?
    /// Whether somebody has answered what it asks, and the gateway has not said what came of it.
    var isAnswered = false
    var tags: [SeenMessage]?
    var adapters: [GatewayStatus.Adapter]?
    var calibration: CalibrationStatus?
    var steps: [String] = []

    struct Pairing: Hashable, Sendable {
        let tag: String?
        let owner: Name?
        let item: String?
    }

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
        isAnswered = false
        (message, error, number) = (response.message, response.error, response.number)
        (tags, adapters) = (response.tags ?? tags, response.adapters ?? adapters)
        calibration = response.calibration ?? calibration
        if let message, steps.last != message, steps.count < 100 { steps.append(message) }
        if let parts = response.tracker?.split(separator: "/"), parts.count == 2,
            let owner = try? Name(parts[0]), let device = try? Name(parts[1])
        {
            tracker = DeviceID(owner: owner, device: device)
        }
        (updated, revision) = (now, revision + 1)
    }

    /// Whether that answers what is asked; a number that is asked for can be refused, too.
    func asks(for answer: GatewayRequest) -> Bool {
        if isAnswered { return false }
        if answer.passkey != nil { return state == .passkey }
        return state == .confirm || (state == .passkey && answer.isConfirmed == false)
    }

    /// Ends it, because nobody has answered.
    mutating func giveUp(_ reason: String, at now: Timestamp) {
        (state, error, updated, revision) = (.failed, reason, now, revision + 1)
    }
}
