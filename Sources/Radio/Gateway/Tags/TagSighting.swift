public import Bluetooth
public import Messages
public import Tracking

/// A tag in reach, as it is known from what it says to everybody.
public struct TagSighting: Hashable, Sendable {
    /// The identity address of a bonded tag, else the one it uses at this moment.
    public var address: BluetoothAddress
    /// The adapter that heard it last.
    public var adapter: BluetoothAddress
    /// What it says, by all adapters that hear it: one may hear a part that another does not.
    public var advertisement: Advertisement
    /// What each adapter tells of it.
    private var parts: [BluetoothAddress: Advertisement] = [:]
    /// Which profile it has and what its frames tell; nil for what no profile fits.
    public var recognition: Recognition?
    /// What stays the same of it; its address where it tells nothing else.
    public var identity: TagIdentity
    /// Smoothed, in dBm; nil before the first report that tells.
    public var strength: Double?
    public var isBonded: Bool
    /// What sort of address ``address`` is; nil where no adapter tells.
    public var addressKind: AddressKind?
    /// When it was heard last.
    public var time: Timestamp
    /// The tracker as which it is registered.
    public var device: DeviceID?
    /// What its sensors have told so far, in whichever frame.
    public var telemetry = TagTelemetry()
    /// When its sensors were last told of.
    var sensed: Timestamp?
    /// When it was last told of as not registered.
    var told: Timestamp?

    /// How much a new strength counts against those before.
    private static let weight = 0.3

    init(_ sighting: Sighting, at now: Timestamp) {
        address = sighting.tag
        adapter = sighting.adapter
        advertisement = sighting.advertisement
        parts = [sighting.adapter: sighting.advertisement]
        identity = .address(sighting.tag)
        isBonded = sighting.isBonded
        addressKind = sighting.addressKind
        time = now
    }

    mutating func hear(_ rssi: Int?) {
        // 127 and 0 are the controller's words for "not available".
        guard let rssi, rssi != 127, rssi != 0 else { return }
        strength = strength.map { $0 + Self.weight * (Double(rssi) - $0) } ?? Double(rssi)
    }

    /// Takes in what an adapter tells, the newest of all; says whether the tag reads differently by it.
    mutating func merge(_ part: Advertisement, by adapter: BluetoothAddress) -> Bool {
        guard parts[adapter] != part else { return false }
        parts[adapter] = part
        var all = Advertisement()
        for other in parts.keys.sorted() where other != adapter { if let part = parts[other] { all.merge(part) } }
        all.merge(part)
        defer { advertisement = all }
        return all != advertisement
    }

    /// An adapter hears it no more; says whether another does.
    mutating func leave(_ adapter: BluetoothAddress) -> Bool {
        parts[adapter] = nil
        return !parts.isEmpty
    }

    /// What the tag is called, or at least what it is.
    public var title: String { advertisement.name ?? recognition?.profile.model ?? "unknown" }

    public var pathLoss: PathLoss { recognition?.pathLoss ?? PathLoss() }

    /// Metres, by its strength.
    public var distance: Double? { strength.map { pathLoss.distance(atRSSI: $0) } }

    /// The sighting as a message.
    public var message: SeenMessage {
        var message = SeenMessage(time: time, address: "\(address)", adapter: "\(adapter)")
        if identity != .address(address) { message.identity = identity.text }
        message.name = advertisement.name
        message.profile = recognition?.profile.name.text
        message.model = recognition?.profile.model
        message.rssi = strength.map { Int($0.rounded()) }
        message.distance = recognition == nil ? nil : distance
        message.battery = recognition?.battery
        message.isSeparated = recognition?.isSeparated
        message.kind = recognition?.findMy?.rawValue
        message.counter = recognition?.counter
        message.readings = SensorReadings(telemetry)
        message.tracker = device.map { "\($0)" }
        return message
    }
}

extension SensorReadings {
    /// What telemetry says, without a beacon's counters.
    public init(_ telemetry: TagTelemetry) {
        self.init(
            batteryMillivolts: telemetry.batteryMillivolts,
            temperature: telemetry.temperature,
            humidity: telemetry.humidity,
            pressure: telemetry.pressure,
            x: telemetry.acceleration?.x,
            y: telemetry.acceleration?.y,
            z: telemetry.acceleration?.z
        )
    }
}
