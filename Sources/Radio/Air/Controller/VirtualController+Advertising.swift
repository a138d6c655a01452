internal import Bluetooth

/// The host's own advertisements.
extension VirtualController {
    /// One advertising set of the host; the legacy commands work on set 0.
    struct HostAdvertising: Sendable {
        var parameters: HCI.AdvertisingParameters
        var data: [UInt8] = [], scanResponse: [UInt8] = []
        var address: LinkAddress?
        var isOn = false
        var end: AirTime?

        init(_ parameters: HCI.AdvertisingParameters) { self.parameters = parameters }
    }

    mutating func execute(_ command: HCI.AdvertisingCommand, at time: AirTime) throws(HCI.Status) -> [UInt8] {
        switch command {
        case .setParameters(let parameters): return try set(parameters)
        case .setData(let set, let data):
            try check(data, set)
            try change(set) { $0.data = Self.put(data, after: $0.data) }
        case .setScanResponse(let set, let data):
            try check(data, set)
            try change(set) { $0.scanResponse = Self.put(data, after: $0.scanResponse) }
        case .setAddress(let set, let address):
            try change(set) { $0.address = LinkAddress(address, isRandom: true) }
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
        let old = state.advertisingSets[parameters.set]
        guard max(old?.data.count ?? 0, old?.scanResponse.count ?? 0) <= parameters.room else {
            throw .invalidParameters
        }
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

    /// Pieces are for sets that do not run.
    private func check(_ data: HCI.AdvertisingData, _ set: UInt8) throws(HCI.Status) {
        guard !data.isPiece || state.advertisingSets[set]?.isOn != true else { throw .commandDisallowed }
    }

    /// A set cannot advertise with a random address that the host has not given.
    private func check(_ start: HCI.AdvertisingEnable) throws(HCI.Status) {
        guard let advertising = advertisingSet(start.set) else { throw .unknownAdvertisingSet }
        guard !advertising.parameters.ownAddress.isRandom || address(of: advertising) != nil else {
            throw .invalidParameters
        }
        try checkRoom(advertising)
        if advertising.parameters.extended != nil, advertising.parameters.kind == .scannable,
            advertising.scanResponse.isEmpty
        {
            throw .commandDisallowed
        }
    }

    /// What can be connected says everything in one packet: volume 4, part E, sections 7.8.54 and 7.8.56.
    private func checkRoom(_ advertising: HostAdvertising) throws(HCI.Status) {
        let parameters = advertising.parameters
        guard let form = parameters.extended, parameters.kind.isConnectable else { return }
        guard advertising.data.count <= form.room(isDirected: parameters.target != nil) else { throw .packetTooLong }
    }

    private func address(of advertising: HostAdvertising) -> LinkAddress? {
        let parameters = advertising.parameters
        guard parameters.ownAddress.isRandom else { return LinkAddress(configuration.address, isRandom: false) }
        return parameters.isLegacy ? state.randomAddress.map { LinkAddress($0, isRandom: true) } : advertising.address
    }

    private mutating func change(_ set: UInt8, _ body: (inout HostAdvertising) -> Void) throws(HCI.Status) {
        guard var advertising = advertisingSet(set) else { throw .unknownAdvertisingSet }
        body(&advertising)
        guard max(advertising.data.count, advertising.scanResponse.count) <= advertising.parameters.room else {
            throw advertising.parameters.extended == nil ? .invalidParameters : .memoryExceeded
        }
        if advertising.isOn { try checkRoom(advertising) }
        state.advertisingSets[set] = advertising
        if advertising.isOn { announce(set) }
    }

    private static func put(_ data: HCI.AdvertisingData, after earlier: [UInt8]) -> [UInt8] {
        data.continues ? earlier + data.bytes : data.bytes
    }

    private mutating func enable(_ start: HCI.AdvertisingEnable, at time: AirTime) {
        guard var advertising = advertisingSet(start.set) else { return }
        advertising.isOn = true
        let limit = advertising.parameters.isHighDuty ? 128 : Int64(start.duration)
        advertising.end = limit == 0 ? nil : time.after(milliseconds: limit * 10)
        state.advertisingSets[start.set] = advertising
        announce(start.set)
    }

    private mutating func stop(_ set: UInt8) {
        guard var advertising = state.advertisingSets[set], advertising.isOn else { return }
        advertising.isOn = false
        advertising.end = nil
        state.advertisingSets[set] = advertising
        order(.advertise(set: set, nil))
    }

    private mutating func announce(_ set: UInt8) {
        guard let advertising = state.advertisingSets[set], let address = address(of: advertising) else { return }
        let parameters = advertising.parameters
        let air = AdvertisingSet(
            parameters.kind,
            address: address,
            data: advertising.data,
            scanResponse: advertising.scanResponse,
            interval: Int64(parameters.interval) * 625,
            target: parameters.kind == .directed || parameters.extended != nil ? parameters.target : nil,
            channels: parameters.channels,
            extended: parameters.extended
        )
        order(.advertise(set: set, air))
    }

    /// The durations of sets are over.
    mutating func endAdvertising(at time: AirTime) {
        for (set, advertising) in state.advertisingSets.sorted(by: { $0.key < $1.key }) {
            guard let end = advertising.end, end <= time else { continue }
            stop(set)
            if !advertising.parameters.isLegacy {
                emit(.le(.advertisingSetTerminated(.advertisingTimeout, set: set)))
            } else {
                let nobody = HCI.ConnectionComplete(status: .advertisingTimeout)
                emit(.le(wants(0x0A) ? .enhancedConnectionComplete(nobody) : .connectionComplete(nobody)))
            }
        }
    }
}

extension HCI.AdvertisingParameters {
    /// How many bytes of data a set has.
    fileprivate var room: Int { extended == nil ? Advertisement.legacyLimit : ExtendedAdvertising.longest }

    /// What the legacy commands begin with: connectable, each 1.28 s.
    fileprivate static let initial = Self(
        set: 0, isLegacy: true, kind: .connectable, interval: 0x800, ownAddress: .publicAddress, channels: 7
    )
}
