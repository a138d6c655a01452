public import Messages
public import Tracking

extension BrokerClient {
    /// What the client may do: docs/messages.md tells who writes and reads what.
    ///
    /// Everything else is refused. `readsReminders` is of a subscriber: reminders say where people are, and when they have
    /// time, so that who reads alerts does not get them as well.
    public func rights(
        _ topics: Topics,
        trackers: [DeviceID] = [],
        formats: ForeignFormats = ForeignFormats(),
        readsReminders: Bool = false
    ) -> [TopicRight] {
        switch self {
        case .service: Self.service(topics, formats)
        case .tracker(let device): Self.tracker(device, topics)
        case .leaving(let device):
            .read(topics.desired(device)) + .send(topics.reported(device), topics.availability(device))
        case .phone(let device): Self.phone(device, topics)
        case .gateway(let name):
            Self.gateway(name, topics) + Self.foreign(formats, topics)
                + Set(trackers).sorted { "\($0)" < "\($1)" }.flatMap { relay($0, topics) }
        case .subscriber(_, let owner): Self.subscriber(of: owner, readsReminders: readsReminders, topics)
        case .guardian(let owner): Self.guardian(owner, topics)
        case .station(let name): .send(topics.weather(ofStation: name))
        }
    }

    /// Alerts and what guards find, of all owners or of one; reminders where that was asked for.
    private static func subscriber(of owner: Name?, readsReminders: Bool, _ topics: Topics) -> [TopicRight] {
        guard let owner else {
            let all: [TopicRight] = .read("\(topics.own)/alerts/#", "\(topics.own)/guard/#")
            return readsReminders ? all + .read("\(topics.own)/reminders/#") : all
        }
        // Whoever asks for all alerts gets the owner's.
        let own: [TopicRight] =
            .subscribe("\(topics.own)/alerts/#") + .receive("\(topics.own)/alerts/\(owner)/+")
            + .subscribe("\(topics.own)/guard/+") + .receive(topics.guarded(owner))
        return readsReminders ? own + .read("\(topics.reminders(of: owner))/#") : own
    }

    /// Both bases and Home Assistant's, whole.
    ///
    /// Who looks at the bus asks for `#`, and gets these.
    static func service(_ topics: Topics, _ formats: ForeignFormats = ForeignFormats()) -> [TopicRight] {
        let all = formats.published.union(formats.read).map(\.base).sorted()
        return [topics.positions, topics.own, topics.discovery].flatMap {
            [TopicRight].send("\($0)/#") + .read("\($0)/#")
        }
            + [TopicRight(.subscribeLiteral, "#")]
            + all.flatMap { [TopicRight].send("\($0)/#") + .read("\($0)/#") }
    }

    private static func tracker(_ device: DeviceID, _ topics: Topics) -> [TopicRight] {
        .send(topics.location(device)) + sent(by: .tracker, device, topics)
            + TrackerTopic.allCases.filter { $0.receivers.contains(.tracker) }.flatMap {
                [TopicRight].read(topics.path($0, of: device))
            } + .read(topics.ownTracksCommand(device))
    }

    private static func sent(by party: TrackerTopic.Party, _ device: DeviceID, _ topics: Topics) -> [TopicRight] {
        TrackerTopic.allCases.filter { $0.publishers.contains(party) }.flatMap {
            [TopicRight].send(topics.path($0, of: device))
        }
    }

    /// What OwnTracks' apps write below a device's topic, by the booklet's table of topics and the apps' own sources.
    ///
    /// Each is named, for whoever may write below a prefix may have the broker keep any number of topics there.
    static let phoneTopics = [
        "beacon", "card", "dump", "event", "info", "lwt", "request", "status", "step", "steps", "waypoint", "waypoints",
    ]

    /// What gateways answer to (docs/messages.md), and the word for a verb that is none; named for the same reason.
    static let gatewayVerbs = ["adapters", "connect", "pair", "ring", "scan", "unknown", "unpair"]

    /// What OwnTracks' apps do: they also ask for everybody's positions, and show whom they get.
    private static func phone(_ device: DeviceID, _ topics: Topics) -> [TopicRight] {
        let base = topics.positions
        let (own, owner) = (topics.location(device), device.owner.ownTracks)
        return .send(own) + phoneTopics.flatMap { [TopicRight].send("\(own)/\($0)") }
            + .subscribe("\(base)/+/+", "\(base)/+/+/event", "\(base)/+/+/info", "\(base)/\(owner)/#")
            + .receive("\(base)/\(owner)/#")
    }

    /// A gateway's own topics, and the filters of its session: of what they match, it gets what is its trackers'.
    private static func gateway(_ name: Name, _ topics: Topics) -> [TopicRight] {
        let positions = topics.positions
        let own = topics.own
        let asks = topics.gatewayRequest(name, verb: "+")
        let kinds = TrackerTopic.allCases.filter { $0.receivers.contains(.gateway) }
        return .send(topics.gatewayStatus(name), topics.gatewaySeen(name))
            + gatewayVerbs.flatMap { [TopicRight].send(topics.gatewayResponse(name, verb: $0)) }
            + .read(asks)
            + .subscribe("\(positions)/+/+", "\(positions)/+/+/cmd")
            + kinds.flatMap { [TopicRight].subscribe("\(own)/+/+/\($0.rawValue)") }
    }

    /// What gateways hear and where they are, where the owner is, the owner's list, and what the owner knows of it.
    private static func guardian(_ owner: Name, _ topics: Topics) -> [TopicRight] {
        .send(topics.guarded(owner))
            + .read("\(topics.own)/gateway/+/status", "\(topics.own)/gateway/+/seen", items(of: owner, topics))
            + .read(topics.locations(of: owner), topics.guarded(owner), topics.guardIgnored(owner))
    }

    /// Which of an owner's devices are no phones.
    private static func items(of owner: Name, _ topics: Topics) -> String {
        "\(topics.own)/\(owner)/+/\(TrackerTopic.item.rawValue)"
    }

    /// What a gateway may publish and read of other programs' formats, and which gateways there are.
    static func foreign(_ formats: ForeignFormats, _ topics: Topics) -> [TopicRight] {
        let published = formats.published.sorted { $0.rawValue < $1.rawValue }.flatMap(\.published)
        let read = formats.read.sorted { $0.rawValue < $1.rawValue }.flatMap(\.read)
        guard !read.isEmpty else { return published.flatMap { [TopicRight].send($0) } }
        return published.flatMap { [TopicRight].send($0) }
            + (read + ["\(topics.own)/gateway/+/status"]).flatMap { [TopicRight].read($0) }
            + .send("\(topics.own)/gateway/+/status")
    }

    /// What a gateway may do for a tracker.
    func relay(_ device: DeviceID, _ topics: Topics) -> [TopicRight] {
        let received = TrackerTopic.allCases.filter { $0.receivers.contains(.gateway) }
        // Where the owner is, by whatever phone: the tracker's reference.
        let owner = device.owner
        let others = [topics.ownTracksCommand(device), topics.locations(of: owner), Self.items(of: owner, topics)]
        return .send(topics.location(device)) + Self.sent(by: .gateway, device, topics)
            + (received.map { topics.path($0, of: device) } + others).flatMap { [TopicRight].receive($0) }
    }
}
