/// A way of telling distance from signal strength that others use, by its published formula.
///
/// Each first smooths strengths, then reads a distance from a curve, then smooths distances; most do only one of the
/// two smoothings. Only the curve has parameters that depend on the tag and the place.
public enum Peer: String, Hashable, Sendable, CaseIterable {
    /// Bermuda BLE Trilateration for Home Assistant (github.com/agittins/bermuda, `bermuda_advert.py`, `util.py`).
    ///
    /// Logarithmic law with -55 dBm at a metre and exponent 3; ``RetreatLimit`` on the distances.
    case bermuda
    /// ESPresense (github.com/ESPresense/ESPresense, `AdaptivePercentileRSSI.cpp`, `BleFingerprint.cpp`).
    ///
    /// ``TrimmedWindow`` on the strengths; logarithmic law with -59 dBm at a metre and exponent 2.7.
    case espresense
    /// habluetooth, Home Assistant's own choice of the nearest adapter (github.com/Bluetooth-Devices/habluetooth, #584).
    ///
    /// ``ExponentialMean`` of the strengths with a weight of 0.3. It never tells a distance, so it gets the logarithmic
    /// law, with free space's exponent 2.
    case habluetooth
    /// room-assistant (github.com/mKeRix/room-assistant, `filters.ts` over the package kalmanjs, `tag.ts`).
    ///
    /// ``SteadyKalman`` on the strengths, then ``DistanceCurve/ratio``.
    case roomAssistant = "room-assistant"
    /// Theengs' OpenMQTTGateway (github.com/1technophile/OpenMQTTGateway, `ZgatewayBT.ino`): ``DistanceCurve/ratio``.
    case theengs

    /// What it reads a distance from, with the parameters it comes with.
    public var publishedCurve: DistanceCurve {
        switch self {
        case .bermuda: .logarithmic(power: -55, exponent: 3)
        case .espresense: .logarithmic(power: -59, exponent: 2.7)
        case .habluetooth: .logarithmic(power: -59, exponent: 2)
        case .roomAssistant, .theengs: .ratio(power: -59)
        }
    }

    func strengthFilter() -> (any SeriesFilter)? {
        switch self {
        case .bermuda, .theengs: nil
        case .espresense: TrimmedWindow()
        case .habluetooth: ExponentialMean()
        case .roomAssistant: SteadyKalman()
        }
    }

    func distanceFilter() -> (any SeriesFilter)? { self == .bermuda ? RetreatLimit() : nil }
}

/// What makes a steadier series of a series of numbers, one after the other.
protocol SeriesFilter: Sendable {
    /// Takes in a value at a time in seconds, and answers with the smoothed one.
    mutating func observe(_ value: Double, at time: Double) -> Double
}

extension SeriesFilter {
    func smoothed(_ values: [Double], at times: [Double]) -> [Double] {
        var filter = self
        return zip(values, times).map { filter.observe($0, at: $1) }
    }
}

extension Peer {
    /// The published curve of a tag whose power at a metre, in dBm, is known.
    func curve(power: Double) -> DistanceCurve {
        switch publishedCurve {
        case .logarithmic(_, let exponent): .logarithmic(power: power, exponent: exponent)
        case .ratio: .ratio(power: power)
        }
    }

    /// After how many seconds without a report it takes a tag for away.
    var patience: Int {
        switch self {
        case .bermuda: 30
        case .espresense: 150
        case .habluetooth: 195
        case .roomAssistant: 60
        case .theengs: 120
        }
    }
}
