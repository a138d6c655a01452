import Guard
import Messages
import Tracking

/// What gateways say of themselves and of what they hear.
extension GuardDesk {
    /// How many gateways are remembered at most: on a broker that lets everybody in, anybody may make up more.
    static let mostGateways = 1000

    /// Notes what a gateway says of where it is; nil for one that is gone.
    mutating func note(_ status: GatewayStatus?, of gateway: Name) {
        guard var status else {
            gateways[gateway] = nil
            memory.gateways[gateway.text] = nil
            return
        }
        // Only who carries it and where it stands counts.
        status.adapters = []
        let isOfUse = isOfUse(status)
        if gateways[gateway] == nil, gateways.count >= Self.mostGateways {
            let other = isOfUse ? gateways.first { !self.isOfUse($0.value) }?.key : nil
            guard let other else {
                return remark("gateways", "there are over \(Self.mostGateways) gateways; further ones are ignored")
            }
            gateways[other] = nil
        }
        gateways[gateway] = status
        memory.gateways[gateway.text] = isOfUse ? String(decoding: status.encoded(), as: UTF8.self) : nil
    }

    /// Whether what a gateway hears tells of what is beside the owner, or belongs somewhere.
    private func isOfUse(_ status: GatewayStatus) -> Bool {
        status.carrier == owner || status.carrier == nil && status.place != nil
    }

    /// Longer texts are of no tag: they come over the air, or from whoever may write to the broker.
    private static let longestIdentity = TextBounds(1...128), longestKind = TextBounds(0...32)

    /// Takes in a tag that a gateway hears.
    mutating func hear(_ seen: SeenMessage, by gateway: Name, at now: Timestamp?) {
        guard seen.tracker == nil, let network = seen.network, seen.isSeparated ?? !network.tellsSeparation else {
            return
        }
        guard let status = gateways[gateway], status.carrier == owner || status.carrier == nil else { return }
        if !isOfUse(status) {
            let sentence = "gateway \(gateway) does not say who carries it or where it stands; it is ignored"
            return remark("place \(gateway)", sentence)
        }
        let identity = seen.identity ?? seen.address, kind = seen.kind ?? ""
        guard Self.longestIdentity.allows(identity), Self.longestIdentity.allows(seen.address),
            Self.longestKind.allows(kind), !isIgnored(seen, identity)
        else { return }
        var time = seen.time
        if let now, abs(now.milliseconds - time.milliseconds) > Self.tolerance {
            remark("clock \(gateway)", "the clock of gateway \(gateway) is wrong; the time of this machine is used")
            time = now
        }
        watch.observe(
            GuardSighting(
                network: network, kind: kind, identity: identity, counter: seen.counter, rssi: seen.rssi, time: time,
                place: status.carrier == nil ? status.place : nil
            )
        )
        // Of what is remembered, who heard it last is, too: a stage of which nobody knew that could not be told.
        guard watch.isRemembered(identity) else { return }
        if isLookDue { forgetHearings() }
        memory.hearings[identity] = GuardMemory.Hearing(
            address: seen.address, gateway: gateway.text, model: seen.wording, time: Int(time.wholeSeconds)
        )
    }

    /// Whether somebody said to ignore it, by its address or its identity.
    private mutating func isIgnored(_ seen: SeenMessage, _ identity: String) -> Bool {
        guard !ignored.isEmpty else { return false }
        guard ignored.contains(identity.lowercased()) || ignored.contains(seen.address.lowercased()) else {
            return false
        }
        // It was remembered from before.
        if watch.isRemembered(identity) { watch.ignore(identity) }
        return true
    }

    /// Whether so many hearings have come that those of forgotten tags are looked for.
    var isLookDue: Bool { memory.hearings.count >= mostHearings }

    /// What is remembered stays, nine identities of a tag at most; until the next look as many may come as were gone
    /// through, so that a flood costs no more for each message.
    private mutating func forgetHearings() {
        memory.hearings = memory.hearings.filter { watch.isRemembered($0.key) }
        mostHearings = 2 * memory.hearings.count + watch.policy.most / 4
    }

    /// Forgets who heard what is no longer remembered.
    mutating func tidy() {
        forgetHearings()
        let numbers = Set(watch.reports.map(\.number))
        memory.stages = memory.stages.filter { numbers.contains($0.key) }
    }
}

extension SeenMessage {
    /// The network of what the standard profiles recognise; nil for other tags.
    var network: TagNetwork? { profile.flatMap { TagNetwork(profile: $0) } }

    /// What it is, for people, as it can be shown: it may come over the air.
    var wording: String? {
        switch kind {
        case "airtag": "AirTag"
        case "headphones": "Apple headphones"
        default: model.map(TextBounds.itemName.repaired).flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}
