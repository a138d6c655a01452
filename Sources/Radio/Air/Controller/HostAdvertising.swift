internal import Bluetooth

extension VirtualController {
    /// One advertising set of the host; the legacy commands work on set 0.
    struct HostAdvertising: Sendable {
        var parameters: HCI.AdvertisingParameters
        var data = Content(), scanResponse = Content()
        var address: LinkAddress?
        var isOn = false
        var end: AirTime?
        /// Advertising events after which it ends; 0 is for ever.
        var eventLimit: UInt8 = 0

        init(_ parameters: HCI.AdvertisingParameters) { self.parameters = parameters }

        /// Data as far as the host has given them.
        struct Content: Hashable, Sendable {
            var bytes: [UInt8] = []
            /// Whether the last piece is still to come.
            var isPartial = false

            mutating func put(_ data: HCI.AdvertisingData) {
                switch data.operation {
                case .first, .whole: bytes = data.bytes
                case .middle, .last: bytes += data.bytes
                case .unchanged: return
                }
                isPartial = data.operation == .first || data.operation == .middle
            }
        }
    }
}

/// What a set may be given: volume 4, part E, sections 7.8.53 to 7.8.56.
extension VirtualController.HostAdvertising {
    private typealias Limit = ExtendedAdvertising

    /// How many bytes of advertising data its kind has.
    private var dataRoom: Int {
        guard parameters.extended == nil else { return parameters.kind == .scannable ? 0 : Limit.longest }
        return parameters.kind == .directed && !parameters.isLegacy ? 0 : Advertisement.legacyLimit
    }

    /// How many bytes of scan response data its kind has; by the legacy commands they may be given to every kind.
    private var responseRoom: Int {
        guard parameters.extended == nil else { return parameters.kind == .scannable ? Limit.longest : 0 }
        return parameters.kind.isScannable || parameters.isLegacy ? Advertisement.legacyLimit : 0
    }

    /// Whether it may become a set of other parameters with the data that it has.
    func mayBecome(_ parameters: HCI.AdvertisingParameters) -> Bool {
        var other = self
        other.parameters = parameters
        let response = parameters.extended == nil ? Advertisement.legacyLimit : Limit.longest
        return data.bytes.count <= other.dataRoom && scanResponse.bytes.count <= response
    }

    /// Takes data, of which the legacy commands give 31 bytes at most.
    mutating func put(_ piece: HCI.AdvertisingData) throws(HCI.Status) {
        try check(piece, room: dataRoom)
        if piece.operation == .unchanged, !isOn || data.bytes.isEmpty { throw .invalidParameters }
        data.put(piece)
        if isOn, !fits { throw .packetTooLong }
    }

    mutating func put(response piece: HCI.AdvertisingData) throws(HCI.Status) {
        try check(piece, room: responseRoom)
        if isOn, parameters.extended != nil, parameters.kind == .scannable, piece.bytes.isEmpty {
            throw .commandDisallowed
        }
        scanResponse.put(piece)
    }

    private func check(_ piece: HCI.AdvertisingData, room: Int) throws(HCI.Status) {
        // What has no data may be told to have none.
        guard room > 0 || piece.bytes.isEmpty else { throw .invalidParameters }
        if parameters.extended == nil, piece.operation != .whole || piece.bytes.count > Advertisement.legacyLimit {
            throw .invalidParameters
        }
        // Pieces are for sets that do not run.
        guard !isOn || !piece.isPiece else { throw .commandDisallowed }
    }

    /// Whether its data are more than any set has.
    var exceedsMemory: Bool { max(data.bytes.count, scanResponse.bytes.count) > Limit.longest }

    /// Drops data of which there are too many, all of them.
    mutating func dropExcess() {
        if data.bytes.count > Limit.longest { data = Content() }
        if scanResponse.bytes.count > Limit.longest { scanResponse = Content() }
    }

    /// Whether it may start.
    func check(_ start: HCI.AdvertisingEnable) throws(HCI.Status) {
        // At high duty for 1.28 s at most; the legacy command does not say how long.
        if parameters.isHighDuty, !parameters.isLegacy, !(1...128).contains(start.duration) { throw .invalidParameters }
        guard !data.isPartial, !scanResponse.isPartial else { throw .commandDisallowed }
        if parameters.extended != nil, parameters.kind == .scannable, scanResponse.bytes.isEmpty {
            throw .commandDisallowed
        }
        guard fits else { throw .invalidParameters }
    }

    /// Whether what can be connected says everything in one packet.
    private var fits: Bool {
        guard let form = parameters.extended, parameters.kind.isConnectable else { return true }
        return data.bytes.count <= form.room(isDirected: parameters.target != nil)
    }
}
