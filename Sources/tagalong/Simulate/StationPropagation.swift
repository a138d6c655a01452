import Air
import Simulation

/// The tags of a scenario, and the other adapters, as each adapter receives them where its gateway is; what is nowhere is
/// not heard.
struct StationPropagation: Propagation {
    /// By the adapter's number.
    private var stations: [[TagID: TagReception]] = []
    /// Metres from each adapter to each other.
    private var distances: [[Double?]] = []
    private var noises: [Pair: RadioNoise] = [:]
    private let seed: UInt64

    /// Of an adapter as others hear it: like a tag of no profile, and without noise.
    private static let adapter = RadioModel()

    private struct Pair: Hashable {
        let tag: TagID
        let adapter: Int
    }

    /// The noise of a seed: the same one is the same noise again.
    init(seed: UInt64) { self.seed = seed }

    /// The tags are elsewhere now: their receptions at each adapter, by their places in the scenario; those that are
    /// missing are not heard; and the metres between adapters.
    mutating func move(_ receptions: [[Int: TagReception]], adapters: [[Double?]] = []) {
        distances = adapters
        stations = receptions.map { tags in
            Dictionary(uniqueKeysWithValues: tags.map { (TagID($0.key), $0.value) })
        }
    }

    mutating func strength(on path: SignalPath, at time: AirTime) -> Double { arrival(on: path, at: time).strength }

    mutating func arrival(on path: SignalPath, at time: AirTime) -> Arrival {
        let adapter = path.receiver.number
        guard case .tag(let tag) = path.transmitter else { return arrival(from: path.transmitter, at: adapter) }
        guard stations.indices.contains(adapter), let reception = stations[adapter][tag] else { return .lost }
        guard let parameters = reception.noise else {
            return Arrival(strength: Double(reception.radio.rssi(at: reception.distance)))
        }
        let seconds = Double(time.microseconds) / 1_000_000
        let strength = change(Pair(tag: tag, adapter: adapter), parameters, at: seconds) { noise in
            noise.sample(
                at: seconds,
                distance: reception.distance,
                reception.radio,
                mayMeetBody: reception.mayMeetBody,
                gain: path.phy.gain
            )
        }
        return strength.map { Arrival(strength: Double($0), isReceived: true) } ?? .lost
    }

    private func arrival(from transmitter: Transmitter, at adapter: Int) -> Arrival {
        guard case .receiver(let other, _) = transmitter, distances.indices.contains(adapter),
            distances[adapter].indices.contains(other.number), let distance = distances[adapter][other.number],
            distance <= Self.adapter.range
        else { return .lost }
        return Arrival(strength: Double(Self.adapter.rssi(at: distance)))
    }

    /// Works with the noise of a pair, which begins with the first packet and comes into other surroundings.
    private mutating func change<Answer>(
        _ pair: Pair, _ parameters: RadioNoise.Parameters, at seconds: Double, _ body: (inout RadioNoise) -> Answer
    ) -> Answer {
        let stream = SplitMix(seed: seed, stream: "air/\(pair.tag.number)/\(pair.adapter)")
        var noise = noises[pair] ?? RadioNoise(parameters, stream, at: seconds)
        if noise.parameters != parameters { noise.enter(parameters, at: seconds) }
        defer { noises[pair] = noise }
        return body(&noise)
    }
}

extension Arrival {
    /// Of a packet that does not get through.
    fileprivate static var lost: Arrival { Arrival(strength: -.infinity, isReceived: false) }
}
