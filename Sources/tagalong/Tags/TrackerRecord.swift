import Messages
import Tracking

/// What the broker keeps of a tracker.
struct TrackerRecord: Hashable, Sendable {
    let id: DeviceID
    private(set) var desired: Kept<DesiredState>?
    private(set) var reported: ReportedState?
    private(set) var availability: Availability?
    private(set) var item: String?
    /// The gateways on the broker, as they said last.
    private(set) var gateways: [Name: GatewayStatus] = [:]
    /// Whether somebody has made an item of it, though it only reports where it is.
    private var isAdded = false
    /// Whether anything at all was there, readable or not.
    private(set) var isKnown = false

    init(id: DeviceID) { self.id = id }

    static func filters(of id: DeviceID, _ topics: Topics) -> [String] {
        [topics.desired(id), topics.reported(id), topics.availability(id), topics.state(id), topics.item(id)]
    }

    mutating func receive(_ message: Message, _ topics: Topics) throws(CommandFailure) {
        // An empty message takes back what was kept.
        let isEmpty = message.isEmpty
        switch topics.parse(message.topic) {
        case .desired(id): desired = isEmpty ? nil : try Self.desired(message)
        case .reported(id): reported = try? ReportedState(decoding: message.payload)
        case .availability(id): availability = try? Availability(decoding: message.payload)
        // Of whatever else is there the tracker is not known by it.
        case .gatewayStatus(let gateway):
            gateways[gateway] = try? GatewayStatus(decoding: message.payload)
            return
        case .item(id): isAdded = !isEmpty
        case .state(id): item = (try? StateMessage(decoding: message.payload))?.item
        default: return
        }
        if !isEmpty { isKnown = true }
    }

    private static func desired(_ message: Message) throws(CommandFailure) -> Kept<DesiredState> {
        do { return try Kept(decoding: message.payload) } catch {
            let sentence =
                "\(message.topic): what is wanted of the tracker cannot be read and is left as it is (\(error)); "
                + "an empty retained message there takes it back"
            throw CommandFailure(.failure, sentence)
        }
    }

    /// Refuses to tell something to what only reports where it is, and reads nothing.
    ///
    /// - Throws: ``CommandFailure``.
    func checkControllable() throws(CommandFailure) {
        guard isAdded, desired == nil, reported == nil, availability == nil else { return }
        let sentence = "only reports where it is: it cannot be switched, rung, located or told how often to report"
        throw CommandFailure(.failure, "\(title) \(sentence); 'tagalong items add \(id) --name NAME' renames it")
    }

    /// What a person calls it: `Keys (sam/keys)`.
    var title: String {
        guard let name = desired?.value.item?.text ?? item, name != id.device.text else { return "\(id)" }
        return "\(name.printable) (\(id))"
    }
}
