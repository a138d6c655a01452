public import Bluetooth
public import Ranging

/// How strongly each adapter has heard a tag at some distances.
public struct TagLevels: Hashable, Sendable {
    /// The strengths in dBm, by distance in metres and by adapter: each of them hears differently.
    private var byDistance: [Double: [BluetoothAddress: [Double]]] = [:]

    public init() {}

    /// Takes in what was heard at a distance, in metres, in place of what was heard there before.
    public mutating func put(_ strengths: [BluetoothAddress: [Double]], at distance: Double) {
        byDistance[distance] = strengths
    }

    public var isEmpty: Bool { byDistance.isEmpty }

    /// The levels of the adapter that heard most, the shortest distance first.
    public var best: [Calibration.Level] {
        var counts: [BluetoothAddress: Int] = [:]
        for strengths in byDistance.values {
            for (adapter, values) in strengths { counts[adapter, default: 0] += values.count }
        }
        let adapter = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        return byDistance.keys.sorted().map { distance in
            let strengths = adapter.flatMap { byDistance[distance]?[$0] }
            return Calibration.Level(distance: distance, strengths: strengths ?? [])
        }
    }
}
