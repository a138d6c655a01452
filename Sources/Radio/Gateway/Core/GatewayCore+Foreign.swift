import Bluetooth
public import Messages
import Tracking

/// The formats of other programs: what is heard is published in them, and their nodes are receivers beside this gateway.
extension GatewayCore {
    /// What the gateway says of itself, and of the nodes for which it speaks, when it comes and when it goes.
    public func announcements(_ state: Availability) -> [Message] {
        let nodes = receivers?.nodes.sorted { $0.key < $1.key }.map { status(state, of: $0.value) } ?? []
        return [status(state)] + (output?.state(state) ?? []) + nodes
    }

    /// The filters of the formats that are read; what this gateway publishes itself does not come back.
    var foreignSubscriptions: [BusSession.Subscription] {
        guard let receivers else { return [] }
        let topics = configuration.topics
        return [.init("\(topics.own)/gateway/+/status")]
            + receivers.formats.sorted { $0.rawValue < $1.rawValue }.flatMap(\.read).map {
                .init($0, .atMostOnce, options: [.othersOnly])
            }
    }

    mutating func overheard(_ tag: TagSighting, _ rssi: Int, at now: Timestamp, _ actions: inout [Action]) {
        actions += output?.heard(tag, rssi: rssi, at: now).map { .publish($0) } ?? []
    }

    /// Lets a second pass.
    mutating func tickForeign(at now: Timestamp, _ actions: inout [Action]) {
        actions += output?.tick(at: now).map { .publish($0) } ?? []
        for (key, known) in receivers?.nodes.sorted(by: { $0.key < $1.key }) ?? [] {
            if known.isGone(at: now) {
                goodbye(to: key, &actions)
                continue
            }
            var node = known
            let told = node.silence(
                of: { trackers[$0]?.isLinked == false }, every: configuration.proximityEvery, at: now
            )
            receivers?.put(node, as: key)
            actions += told.map { .publish(proximity($0.1, of: $0.0, by: node, at: now)) }
        }
    }

    /// What a node of another make says; nil for any other message.
    func foreignNews(in message: Message) -> ForeignNews? {
        guard let receivers, receivers.reads(message.topic) else { return nil }
        return ForeignNews(message, formats: receivers.formats)
    }

    /// Whether a node hears a tag that is not known by what stands in its message, but may be by its owner's key.
    func mayBeKeyed(_ news: ForeignNews) -> Bool {
        guard case .heard(let names, _) = news.word else { return false }
        return !names.contains { devices[$0] != nil }
    }

    /// Takes in what a node of another make says.
    mutating func took(_ news: ForeignNews, from message: Message, at now: Timestamp, _ actions: inout [Action]) {
        let key = ForeignReceivers.Key(format: news.format, title: news.node)
        switch news.word {
        case .ours: break
        case .unreadable(let expected):
            if self.receivers?.isFirstComplaint(key) == true {
                actions.append(.note("\(message.topic): \(expected) is expected; told once for each node"))
            }
        case .state(.offline): goodbye(to: key, &actions)
        // What was kept may be of long ago, and a state too.
        case .state(.online): break
        case .alive, .heard:
            guard !message.retained, let (found, isNew) = self.receivers?.node(key, at: now) else { break }
            var node = found
            node.spoke(at: now)
            if isNew { actions.append(.publish(status(.online, of: node))) }
            if case .heard(let names, let rssi) = news.word { hear(names, rssi, by: &node, at: now, &actions) }
            self.receivers?.put(node, as: key)
        }
    }

    private mutating func hear(
        _ names: [TagIdentity], _ rssi: Int, by node: inout ForeignNode, at now: Timestamp, _ actions: inout [Action]
    ) {
        guard let device = names.compactMap({ devices[$0] }).first, let state = trackers[device] else { return }
        let pathLoss = state.pathLoss ?? configuration.pathLoss
        let estimate = node.hear(device, rssi, pathLoss, every: configuration.proximityEvery, at: now)
        if let estimate { actions.append(.publish(proximity(estimate, of: device, by: node, at: now))) }
    }

    private mutating func goodbye(to key: ForeignReceivers.Key, _ actions: inout [Action]) {
        guard let node = receivers?.remove(key) else { return }
        actions.append(.publish(status(.offline, of: node)))
    }

    /// Takes in the status of a gateway.
    mutating func learned(_ message: Message, of gateway: Name, _ actions: inout [Action]) {
        guard let status = try? GatewayStatus(decoding: message.payload) else { return }
        switch receivers?.learned(status, of: gateway) {
        case .takeBack(let name): actions.append(.publish(self.status(.offline, of: name, room: nil)))
        case .insist(let key):
            if let node = receivers?.nodes[key] { actions.append(.publish(self.status(.online, of: node))) }
        case .nothing, nil: break
        }
    }

    /// Which names belong to which of the tags that are served.
    mutating func adoptNames(of tags: [ServedTag]) {
        devices = [:]
        for tag in tags { for name in tag.names { devices[name] = tag.device } }
        for (key, node) in receivers?.nodes ?? [:] {
            var node = node
            node.keep { trackers[$0] != nil }
            receivers?.put(node, as: key)
        }
    }

    private func status(_ state: Availability, of node: ForeignNode) -> Message {
        status(state, of: node.name, room: try? ItemName(String(node.title.prefix(60))))
    }

    /// A node stands in the same home as its gateway.
    private func status(_ state: Availability, of node: Name, room: ItemName?) -> Message {
        let status = GatewayStatus(state: state, place: configuration.place, room: room, via: configuration.id)
        return Message(topic: configuration.topics.gatewayStatus(node), payload: status.encoded(), retained: true)
    }

    private func proximity(
        _ estimate: Hearing.Estimate, of device: DeviceID, by node: ForeignNode, at now: Timestamp
    ) -> Message {
        let pathLoss = trackers[device]?.pathLoss ?? configuration.pathLoss
        // A calibration was made with another receiver.
        let doubt = max(pathLoss.sigma, PathLoss().sigma)
        let wide = PathLoss(powerAtOneMetre: pathLoss.powerAtOneMetre, exponent: pathLoss.exponent, sigma: doubt)
        let distance = estimate.strength.map { wide.distance(atRSSI: $0) }
        let message = ProximityMessage(
            time: now,
            gateway: node.name,
            rssi: estimate.strength.map { min(20, max(-127, Int($0.rounded()))) },
            distance: distance,
            sigma: distance.map { wide.sigma(atDistance: $0) },
            samples: estimate.samples,
            expected: estimate.expected,
            signal: ProximityMessage.Signal(
                powerAtOneMetre: wide.powerAtOneMetre, exponent: wide.exponent, biasSigma: wide.sigma
            ),
            connects: false
        )
        return Message(topic: configuration.topics.proximity(device), payload: message.encoded(), quality: .atMostOnce)
    }
}
