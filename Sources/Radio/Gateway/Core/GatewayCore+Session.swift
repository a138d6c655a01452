import Bluetooth
public import Messages
import Tracking

extension GatewayCore {
    /// What the gateway subscribes to, and what the broker says of it when it is gone.
    public var session: BusSession {
        BusSession(
            clientID: "tagalong-gateway-\(configuration.id)",
            subscriptions: configuration.usesRegistry ? everything : ours,
            will: status(.offline),
            persistent: true
        )
    }

    /// The topics of the trackers that the gateway was told of once.
    private var ours: [BusSession.Subscription] {
        let topics = configuration.topics
        let owners = Set(configuration.trackers.map(\.owner)).sorted()
        return owners.map { .init(topics.locations(of: $0)) }
            + configuration.trackers.flatMap { device -> [BusSession.Subscription] in
                [
                    .init(topics.desired(device)), .init(topics.command(device)), .init(topics.stored(device)),
                    .init(topics.reported(device)), .init(topics.ownTracksCommand(device)),
                ]
            }
    }

    /// A session tells its subscriptions once, and tags come later: the core takes what is for its own.
    private var everything: [BusSession.Subscription] {
        let positions = configuration.topics.positions
        let own = configuration.topics.own
        let kinds = ["desired", "command", "stored", "reported", "result", "item"]
        return ["\(positions)/+/+", "\(positions)/+/+/cmd"].map { .init($0) }
            + kinds.map { .init("\(own)/+/+/\($0)") }
            + [
                .init("\(own)/+/+/proximity", .atMostOnce),
                .init(configuration.topics.gatewayRequest(configuration.id, verb: "+")),
            ] + foreignSubscriptions
    }

    /// The message that says whether the gateway is there, and how its adapters are.
    public func status(_ state: Availability) -> Message {
        let adapters = adapters.map {
            GatewayStatus.Adapter(
                name: $0.name, health: $0.health.rawValue, address: "\($0.address)", reason: $0.reason
            )
        }
        let status = GatewayStatus(
            state: state,
            adapters: state == .online ? adapters : [],
            carrier: configuration.carrier,
            place: configuration.place,
            room: configuration.room
        )
        return Message(
            topic: configuration.topics.gatewayStatus(configuration.id), payload: status.encoded(), retained: true
        )
    }
}
