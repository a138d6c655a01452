public import Tracking

/// How far a gateway takes a tag to be, by the strength of its signal.
public struct ProximityMessage: Hashable, Sendable {
    /// When the last sample came.
    public var time: Timestamp
    public var gateway: Name
    /// The signal's strength in dBm, -127 to 20; nil for not told.
    public var rssi: Int?
    /// Metres; written in whole millimetres.
    public var distance: Double
    /// The standard deviation of the distance in metres; written in whole millimetres.
    public var sigma: Double
    /// How many samples the distance rests on.
    public var samples: Int
    /// The address of the gateway's adapter that heard it; nil for not told.
    public var adapter: String?
    /// Whether the gateway takes the tag to be its own to connect to.
    public var isHeld: Bool

    public init(
        time: Timestamp,
        gateway: Name,
        rssi: Int?,
        distance: Double,
        sigma: Double,
        samples: Int,
        adapter: String? = nil,
        isHeld: Bool = false
    ) {
        self.time = time
        self.gateway = gateway
        self.rssi = rssi
        self.distance = distance
        self.sigma = sigma
        self.samples = samples
        self.adapter = adapter
        self.isHeld = isHeld
    }
}

extension ProximityMessage: JSONPayload {
    enum Key: UInt8, PayloadKey {
        case type, time, gateway, rssi, distance, sigma, samples, adapter, held

        static let table = KeyTable<Key>()

        var name: String {
            switch self {
            case .type: "_type"
            case .time: "time"
            case .gateway: "gateway"
            case .rssi: "rssi"
            case .distance: "distance_m"
            case .sigma: "sigma_m"
            case .samples: "samples"
            case .adapter: "adapter"
            case .held: "held"
            }
        }
    }

    static var type: (key: Key, name: String) { (.type, "proximity") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        gateway = try object.required(.gateway, object.name(.gateway))
        rssi = try object.integer(.rssi, in: -127...20).map { Int($0) }
        distance = try object.required(.distance, object.number(.distance, in: .positiveOrZero))
        sigma = try object.required(.sigma, object.number(.sigma, in: .positiveOrZero))
        samples = Int(try object.required(.samples, object.integer(.samples, in: 0...Int64(Int32.max))))
        adapter = try object.text(.adapter)
        isHeld = try object.flag(.held) ?? false
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.gateway, gateway.text)
        writer.put(.rssi, rssi)
        writer.put(.distance, distance, decimals: 3)
        writer.put(.sigma, sigma, decimals: 3)
        writer.put(.samples, samples)
        writer.put(.adapter, adapter)
        if isHeld { writer.put(.held, true) }
    }
}
