public import Tracking

/// How far a gateway takes a tag to be, by the strength of its signal.
public struct ProximityMessage: Hashable, Sendable {
    /// When the last sample came.
    public var time: Timestamp
    public var gateway: Name
    /// The signal's strength in dBm, -127 to 20; nil for not told.
    public var rssi: Int?
    /// Metres, written in whole millimetres; nil when no strength is known.
    public var distance: Double?
    /// The standard deviation of the distance in metres, written in whole millimetres; nil without a distance.
    public var sigma: Double?
    /// How many samples the distance rests on.
    public var samples: Int
    /// How many samples a tag close by would have brought since the message before; nil for not known.
    ///
    /// With 0 samples it is the word of a gateway that listened and heard nothing.
    public var expected: Int?
    /// What the gateway takes for granted of this tag's signal; nil for not told.
    public var signal: Signal?
    /// The address of the gateway's adapter that heard it; nil for not told.
    public var adapter: String?
    /// Whether the gateway takes the tag to be its own to connect to.
    public var isHeld: Bool
    /// Whether the gateway can connect to the tag at all; written only where it cannot.
    public var connects: Bool

    /// What it says of the link that the gateway has to the tag; nil for advertisements and their absence.
    public var link: Link?

    /// A gateway's link to a tag.
    public enum Link: String, Hashable, Sendable, CaseIterable {
        /// The samples came over it; without a strength they only say that it stands.
        case up
        /// It has just ended because nothing was heard of the tag any more; no side has hung up.
        case lost
    }

    /// How a tag's signal falls with distance, and how wrong that may be.
    public struct Signal: Hashable, Sendable {
        /// RSSI at a metre, in dBm.
        public var powerAtOneMetre: Double
        /// The path-loss exponent.
        public var exponent: Double
        /// The standard deviation of the power at a metre, in dB.
        public var biasSigma: Double

        public init(powerAtOneMetre: Double, exponent: Double, biasSigma: Double) {
            self.powerAtOneMetre = powerAtOneMetre
            self.exponent = exponent
            self.biasSigma = biasSigma
        }
    }

    public init(
        time: Timestamp,
        gateway: Name,
        rssi: Int?,
        distance: Double?,
        sigma: Double?,
        samples: Int,
        expected: Int? = nil,
        signal: Signal? = nil,
        adapter: String? = nil,
        isHeld: Bool = false,
        connects: Bool = true,
        link: Link? = nil
    ) {
        self.time = time
        self.gateway = gateway
        self.rssi = rssi
        self.distance = distance
        self.sigma = sigma
        self.samples = samples
        self.expected = expected
        self.signal = signal
        self.adapter = adapter
        self.isHeld = isHeld
        self.connects = connects
        self.link = link
    }
}

extension ProximityMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", time, gateway, rssi, distance = "distance_m", sigma = "sigma_m", samples
        case expected, reference = "reference_dbm", exponent, bias = "bias_db", adapter, held, connects, link

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "proximity") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        gateway = try object.required(.gateway, object.name(.gateway))
        rssi = try object.integer(.rssi, in: -127...20).map { Int($0) }
        distance = try object.number(.distance, in: .metres)
        sigma = try object.number(.sigma, in: .metres)
        samples = Int(try object.required(.samples, object.integer(.samples, in: 0...Int64(Int32.max))))
        expected = try object.integer(.expected, in: 0...Int64(Int32.max)).map { Int($0) }
        let power = try object.number(.reference, in: -127...20)
        let exponent = try object.number(.exponent, in: 0.5...10)
        let bias = try object.number(.bias, in: 0...100)
        if let power, let exponent {
            signal = Signal(powerAtOneMetre: power, exponent: exponent, biasSigma: bias ?? 5)
        }
        adapter = try object.text(.adapter)
        isHeld = try object.flag(.held) ?? false
        connects = try object.flag(.connects) ?? true
        link = try object.word(.link)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.gateway, gateway.text)
        writer.put(.rssi, rssi)
        writer.put(.distance, distance, decimals: 3)
        writer.put(.sigma, sigma, decimals: 3)
        writer.put(.samples, samples)
        writer.put(.expected, expected)
        writer.put(.reference, signal?.powerAtOneMetre, decimals: 1)
        writer.put(.exponent, signal?.exponent, decimals: 2)
        writer.put(.bias, signal?.biasSigma, decimals: 1)
        writer.put(.adapter, adapter)
        if isHeld { writer.put(.held, true) }
        if !connects { writer.put(.connects, false) }
        writer.put(.link, link?.rawValue)
    }
}
