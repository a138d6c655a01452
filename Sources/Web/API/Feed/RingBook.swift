import Messages
import Tracking

/// Until when things ring, by the commands that went over the bus and what came of them: a tracker does not tell it
/// otherwise.
struct RingBook: Sendable {
    /// Until when each can be asked to stop.
    private(set) var until: [DeviceID: Timestamp] = [:]
    /// Commands without a result.
    private var asked: [String: Asked] = [:]
    /// Their ids, in the order of asking.
    private var order: [String] = []

    private struct Asked {
        let device: DeviceID
        let verb: Command.Verb
    }

    /// For how long a tracker rings, which then stops by itself (`FirmwareParameters.ringFor`).
    static let tracker: Duration = .seconds(30)
    /// For how long a tag of another make may ring: many do until they are told to stop, and none says when it has.
    static let tag: Duration = .seconds(300)
    private static let limit = 1000

    /// Notes that somebody has asked.
    mutating func receive(_ command: Command, for device: DeviceID) {
        guard command.verb == .ring || command.verb == .stopRing, asked[command.id] == nil else { return }
        asked[command.id] = Asked(device: device, verb: command.verb)
        order.append(command.id)
        if order.count > Self.limit { asked[order.removeFirst()] = nil }
    }

    /// Takes in what came of a command; answers whether that says anything of ringing.
    mutating func receive(
        _ result: CommandResult, from device: DeviceID, isTag: Bool, at now: Timestamp
    ) -> Bool {
        guard let command = asked[result.id], command.device == device else { return false }
        asked[result.id] = nil
        order.removeAll { $0 == result.id }
        guard result.error == nil else { return false }
        until[device] = command.verb == .ring ? now.advanced(by: isTag ? Self.tag : Self.tracker) : nil
        return true
    }

    /// Until when a thing rings; nil for one that does not.
    func until(_ device: DeviceID, at now: Timestamp) -> Timestamp? { until[device].flatMap { $0 > now ? $0 : nil } }

    mutating func forget(_ isForgotten: (DeviceID) -> Bool) {
        until = until.filter { !isForgotten($0.key) }
        asked = asked.filter { !isForgotten($0.value.device) }
    }
}
