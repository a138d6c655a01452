/// How far what is measured and sent in some surroundings is from what is; a part that is nil is exact.
public struct NoiseParameters: Hashable, Sendable {
    /// The trackers' receivers.
    public var gnss: GNSSNoise.Parameters?
    /// The range error of the owners' phones in metres, whose receivers are as the trackers' otherwise.
    public var phoneRangeError = 3.0
    /// What a phone's position in a network of known access points is wrong by: the root mean square in metres.
    public var phoneNetworkError = 20.0
    public var radio: RadioNoise.Parameters?
    public var cellular: CellularNoise.Parameters?
    /// The standard deviation of what trackers' clocks are wrong by, in parts per million.
    public var clockRate = 20.0

    /// The set of some surroundings.
}

extension NoiseParameters {
    /// The set of some surroundings.
    public init(_ surroundings: Surroundings) {
        var gnss = GNSSNoise.Parameters()
        var radio = RadioNoise.Parameters()
        var cellular = CellularNoise.Parameters()
        switch surroundings {
        case .openSky: radio.exponent = 2
        case .urban:
            gnss.dilution = 3
            gnss.dilutionSpread = 0.25
            gnss.jumps = Telegraph.Times(off: 300, on: 20)
            gnss.blocked = Telegraph.Times(off: 1800, on: 20)
            gnss.coldStart = 40
            gnss.warmStart = 30
            gnss.hotStart = 2
            radio.exponent = 2.5
        case .indoor:
            gnss.dilution = 4
            gnss.dilutionSpread = 0.3
            gnss.jumps = Telegraph.Times(off: 120, on: 30)
            // A minute near a window now and then.
            gnss.blocked = Telegraph.Times(off: 60, on: 900)
            gnss.coldStart = 60
            gnss.warmStart = 45
            gnss.hotStart = 5
            radio.exponent = 3
            cellular.holes = Telegraph.Times(off: 7200, on: 180)
        }
        self.init(gnss: gnss, radio: radio, cellular: cellular)
    }

    /// The phones' receivers.
    public var phone: GNSSNoise.Parameters? {
        guard var phone = gnss else { return nil }
        phone.rangeError = phoneRangeError
        phone.networkError = phoneNetworkError
        return phone
    }
}
