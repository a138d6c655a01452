public import Messages
public import Tracking

/// Something that leaves the simulated world: onto the broker, or into a gateway's radio.
public enum WorldOutput: Sendable {
    /// A phone, a modem or the owner's console publishes.
    case publish(Message, by: Party)
    /// A modem connects to the broker.
    case connect(Party)
    /// A modem leaves the broker; not clean when it lost the network.
    case disconnect(Party, clean: Bool)
    /// A gateway hears a tracker, so strong in dBm.
    case heard(tracker: Int, gateway: Int, rssi: Int)
    /// A tracker comes into a gateway's reach, or leaves it.
    case link(tracker: Int, gateway: Int, up: Bool)
    /// A tracker says something to the gateway it is linked to.
    case uplink(Uplink, tracker: Int, gateway: Int)
    /// Somebody presses a tracker's button.
    case pressed(tracker: Int)
    /// A tracker whose Bluetooth leads out of the simulated world says something there.
    case said(Uplink, tracker: Int)

    /// Who speaks to the broker, by the order in the scenario.
    public enum Party: Hashable, Sendable {
        case phone(Int)
        case tracker(Int)
        /// The owner's own commands.
        case console
    }
}
