internal import Bluetooth

/// The host's own advertisements.
extension VirtualController {
    mutating func execute(_ command: HCI.AdvertisingCommand, at time: AirTime) throws(HCI.Status) -> [UInt8] {
        switch command {
        case .setParameters(let parameters): return try set(parameters)
        case .setData(let set, let data):
            try change(set) { advertising throws(HCI.Status) in try advertising.put(data) }
        case .setScanResponse(let set, let data):
            try change(set) { advertising throws(HCI.Status) in try advertising.put(response: data) }
        case .setAddress(let set, let address):
            try change(set) { advertising throws(HCI.Status) in
                // Who may be connected must not change its name: volume 4, part E, section 7.8.52.
                guard !advertising.isOn || !advertising.parameters.kind.isConnectable else { throw .commandDisallowed }
                advertising.address = LinkAddress(address, isRandom: true)
            }
        case .enable(let sets):
            for start in sets { try check(start) }
            for start in sets { enable(start, at: time) }
        case .disable(let sets):
            for set in sets where advertisingSet(set) == nil { throw .unknownAdvertisingSet }
            for set in sets.isEmpty ? state.advertisingSets.keys.sorted() : sets { stop(set) }
        case .remove(let set):
            guard let advertising = state.advertisingSets[set] else { throw .unknownAdvertisingSet }
            guard !advertising.isOn else { throw .commandDisallowed }
            state.advertisingSets[set] = nil
        case .clear:
            guard !state.advertisingSets.values.contains(where: \.isOn) else { throw .commandDisallowed }
            state.advertisingSets = [:]
        case .readMaximumLength:
            let longest = ExtendedAdvertising.longest
            return [UInt8(longest & 0xFF), UInt8(longest >> 8)]
        case .readSetCount: return [ControllerConfiguration.setCount]
        }
        return []
    }

    private mutating func set(_ parameters: HCI.AdvertisingParameters) throws(HCI.Status) -> [UInt8] {
        guard state.advertisingSets[parameters.set]?.isOn != true else { throw .commandDisallowed }
        if let form = parameters.extended, !configuration.usablePHYs.isSuperset(of: [form.primary, form.secondary]) {
            throw .unsupportedFeature
        }
        guard state.advertisingSets[parameters.set]?.mayBecome(parameters) != false else { throw .invalidParameters }
        let isNew = state.advertisingSets[parameters.set] == nil
        if isNew, state.advertisingSets.count >= Int(ControllerConfiguration.setCount) { throw .memoryExceeded }
        state.advertisingSets[parameters.set, default: HostAdvertising(parameters)].parameters = parameters
        // The selected power: 0 dBm.
        return parameters.isLegacy ? [] : [0]
    }

    /// A set; of the legacy commands set 0 is always there.
    private func advertisingSet(_ set: UInt8) -> HostAdvertising? {
        if let advertising = state.advertisingSets[set] { return advertising }
        return set == 0 && state.isExtendedHost == false ? HostAdvertising(.initial) : nil
    }

    /// A set cannot advertise with a random address that the host has not given.
    private func check(_ start: HCI.AdvertisingEnable) throws(HCI.Status) {
        guard let advertising = advertisingSet(start.set) else { throw .unknownAdvertisingSet }
        try advertising.check(start)
        guard !advertising.parameters.ownAddress.isRandom || address(of: advertising) != nil else {
            throw .invalidParameters
        }
    }

    private func address(of advertising: HostAdvertising) -> LinkAddress? {
        let parameters = advertising.parameters
        guard parameters.ownAddress.isRandom else { return LinkAddress(configuration.address, isRandom: false) }
        return parameters.isLegacy ? state.randomAddress.map { LinkAddress($0, isRandom: true) } : advertising.address
    }

    /// Changes a set, and what is on the air of it; data beyond what a set has room for are all dropped.
    private mutating func change(
        _ set: UInt8, _ body: (inout HostAdvertising) throws(HCI.Status) -> Void
    ) throws(HCI.Status) {
        guard var advertising = advertisingSet(set) else { throw .unknownAdvertisingSet }
        try body(&advertising)
        let isTooMuch = advertising.exceedsMemory
        if isTooMuch { advertising.dropExcess() }
        state.advertisingSets[set] = advertising
        if isTooMuch { throw .memoryExceeded }
        if advertising.isOn { announce(set) }
    }

    private mutating func enable(_ start: HCI.AdvertisingEnable, at time: AirTime) {
        guard var advertising = advertisingSet(start.set) else { return }
        // Who starts a set again starts its count again.
        if advertising.isOn, advertising.eventLimit > 0 { order(.advertise(set: start.set, nil)) }
        advertising.isOn = true
        advertising.eventLimit = start.eventLimit
        let isLegacyHighDuty = advertising.parameters.isHighDuty && advertising.parameters.isLegacy
        let limit = isLegacyHighDuty ? 128 : Int64(start.duration)
        advertising.end = limit == 0 ? nil : time.after(milliseconds: limit * 10)
        state.advertisingSets[start.set] = advertising
        announce(start.set)
    }

    private mutating func stop(_ set: UInt8) {
        guard state.advertisingSets[set]?.isOn == true else { return }
        hasStopped(set)
        order(.advertise(set: set, nil))
    }

    private mutating func announce(_ set: UInt8) {
        guard let advertising = state.advertisingSets[set], let address = address(of: advertising) else { return }
        let parameters = advertising.parameters
        var air = AdvertisingSet(
            parameters.kind,
            address: address,
            data: advertising.data.bytes,
            scanResponse: advertising.scanResponse.bytes,
            interval: Int64(parameters.interval) * 625,
            target: parameters.kind == .directed || parameters.extended != nil ? parameters.target : nil,
            channels: parameters.channels,
            extended: parameters.extended
        )
        air.eventLimit = advertising.eventLimit
        order(.advertise(set: set, air))
    }

    /// A set has been advertised as often as it was to be.
    mutating func endAdvertising(of set: UInt8) {
        guard let limit = state.advertisingSets[set]?.eventLimit else { return }
        hasStopped(set)
        emit(.le(.advertisingSetTerminated(.limitReached, set: set, handle: 0, events: limit)))
    }

    /// A set is not on the air any more.
    mutating func hasStopped(_ set: UInt8) {
        state.advertisingSets[set]?.isOn = false
        state.advertisingSets[set]?.end = nil
    }

    /// The durations of sets are over.
    mutating func endAdvertising(at time: AirTime) {
        for (set, advertising) in state.advertisingSets.sorted(by: { $0.key < $1.key }) {
            guard let end = advertising.end, end <= time else { continue }
            stop(set)
            if !advertising.parameters.isLegacy {
                emit(.le(.advertisingSetTerminated(.advertisingTimeout, set: set, handle: 0, events: 0)))
            } else {
                let nobody = HCI.ConnectionComplete(status: .advertisingTimeout)
                emit(.le(wants(0x0A) ? .enhancedConnectionComplete(nobody) : .connectionComplete(nobody)))
            }
        }
    }
}

extension HCI.AdvertisingParameters {
    /// What the legacy commands begin with: connectable, each 1.28 s.
    fileprivate static let initial = Self(
        set: 0, isLegacy: true, kind: .connectable, interval: 0x800, ownAddress: .publicAddress, channels: 7
    )
}
