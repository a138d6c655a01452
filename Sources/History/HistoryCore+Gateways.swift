import Alerts
import Messages
import Ranging
import Store
import Tracking

extension HistoryCore {
    /// Takes in how a gateway is: of what only a deaf one has heard, nobody knows where it is now.
    mutating func gatewayStatus(
        _ message: Message,
        of gateway: Name,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        if message.payload.isEmpty { return }
        guard let status = try read(message, as: GatewayStatus.self, at: now, &transaction) else { return }
        // The last word of a gateway that has gone does not say who carried it.
        if status.state == .online { gateways[gateway] = GatewayPlace(carrier: status.carrier, place: status.place) }
        guard status.isBlind else { return }
        for index in trackers.indices {
            let isHeard = trackers[index].isHeard(by: gateway)
            if isHeard { trackers[index].watch.becomeUnheard() }
            if trackers[index].watch.gatewayBlind(gateway) || isHeard { touch(index) }
        }
    }

    /// Takes in what a gateway heard of a tracker.
    mutating func proximity(
        _ message: Message,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        if message.payload.isEmpty { return }
        guard let proximity = try read(message, as: ProximityMessage.self, at: now, &transaction) else { return }
        guard proximity.time.milliseconds <= now.milliseconds + LocationMessage.futureLimit else { return }
        let index = tracker(device)
        touch(index)
        trackers[index].watch.voice = trackers[index].voice
        let change = trackers[index].watch.heard(
            proximity.reception,
            by: proximity.gateway,
            model: proximity.model,
            at: standing(of: proximity.gateway, for: device.owner),
            owner: owners[device.owner]?.track ?? PositionTrack(),
            members(with: device.owner),
            now: now
        )
        if let change { try alert(change, of: index, at: now, &transaction) }
    }

    /// What is known of where a gateway is, seen from an owner.
    func standing(of gateway: Name, for owner: Name) -> GatewayStanding {
        guard let known = gateways[gateway] else { return .unknown }
        if known.carrier == owner { return .carried }
        if let carrier = known.carrier, configuration.households.contains(carrier, with: owner) {
            return .with(carrier)
        }
        // In somebody else's pocket it is nowhere in particular.
        guard known.carrier == nil, let place = known.place else { return .unknown }
        return .placed(place)
    }
}

/// Where a gateway says it is.
struct GatewayPlace: Hashable, Sendable {
    var carrier: Name?
    var place: Coordinate?
}

extension ProximityMessage {
    var reception: Reception {
        Reception(time: time, strength: rssi.map(Double.init), samples: samples, expected: expected ?? 0)
    }

    /// How the gateway receives the tag, as it says; the usual where it does not.
    var model: ReceptionModel {
        guard let signal else { return ReceptionModel() }
        return ReceptionModel(
            powerAtOneMetre: signal.powerAtOneMetre,
            exponent: signal.exponent,
            biasSigma: signal.biasSigma
        )
    }
}

extension TrackerState {
    /// Whether it is switched off, or its battery is as good as empty.
    var voice: Voice {
        if wish?.value.power == .off || reported?.power == .off { return .off }
        return battery.map { $0 <= Self.emptyBattery } ?? false ? .failing : .full
    }

    /// Per cent of charge at which a tracker may fall silent at any moment; our choice.
    private static let emptyBattery = 5

    /// Whether the gateway is all that tells of the tracker.
    func isHeard(by gateway: Name) -> Bool {
        self.gateway == gateway && activeMode == .bluetooth && !watch.isUnheard
    }

    /// After a restart: a level that was told to be unknown while the fixes were fresh was so for want of ears.
    mutating func resumeUnheard() {
        guard let shown, shown.level == .unknown, gateway != nil, activeMode == .bluetooth,
            watch.level(at: shown.at) != .unknown
        else { return }
        watch.becomeUnheard()
    }
}
