import Air
import Testing

@testable import Simulation
@testable import tagalong

struct StationPropagationTests {
    private static let path = SignalPath(from: .tag(TagID(1)), to: ReceiverID(0), channel: 37)

    private static func propagation(
        _ distance: Double = 10,
        noise: RadioNoise.Parameters? = nil,
        seed: UInt64 = 1
    ) -> StationPropagation {
        var propagation = StationPropagation(seed: seed)
        propagation.move([[1: TagReception(distance: distance, radio: RadioModel(), noise: noise)]])
        return propagation
    }

    /// What becomes of a packet each second.
    private static func arrivals(_ propagation: StationPropagation, _ count: Int64 = 500) -> [Arrival] {
        var propagation = propagation
        return (0..<count).map { propagation.arrival(on: path, at: AirTime(microseconds: $0 * 1_000_000)) }
    }

    @Test func `without noise a tag is as strong as its distance has it`() {
        #expect(Set(Self.arrivals(Self.propagation())) == [Arrival(strength: -79)])
    }

    @Test(arguments: [
        SignalPath(from: .tag(TagID(0)), to: ReceiverID(0), channel: 37),
        SignalPath(from: .tag(TagID(1)), to: ReceiverID(1), channel: 37),
        SignalPath(from: .receiver(ReceiverID(0), set: 0), to: ReceiverID(0), channel: 37),
    ])
    func `who is nowhere is not heard`(path: SignalPath) {
        var propagation = Self.propagation()
        #expect(propagation.arrival(on: path, at: .zero).isReceived == false)
    }

    @Test func `adapters hear each other by the distance of their gateways`() {
        var propagation = StationPropagation(seed: 1)
        propagation.move([[:], [:], [:]], adapters: [[0, 10, nil], [10, 0, 61], [nil, 61, 0]])
        func arrival(_ from: Int, _ to: Int) -> Arrival {
            propagation.arrival(
                on: SignalPath(from: .receiver(ReceiverID(from), set: 1), to: ReceiverID(to), channel: 37), at: .zero
            )
        }
        #expect(arrival(0, 1) == Arrival(strength: -79) && arrival(1, 0) == Arrival(strength: -79))
        #expect(arrival(0, 2).isReceived == false && arrival(1, 2).isReceived == false)
        #expect(arrival(7, 0).isReceived == false && arrival(0, 7).isReceived == false)
    }

    @Test func `noise spreads the strengths, loses packets, and is the same for the same seed`() {
        let arrivals = Self.arrivals(Self.propagation(noise: RadioNoise.Parameters()))
        let received = arrivals.filter { $0.isReceived == true }
        #expect((350..<500).contains(received.count))
        #expect(arrivals.allSatisfy { $0.isReceived != nil })
        #expect(Set(received.map(\.strength)).count > 10)
        #expect(arrivals == Self.arrivals(Self.propagation(noise: RadioNoise.Parameters())))
        #expect(arrivals != Self.arrivals(Self.propagation(noise: RadioNoise.Parameters(), seed: 2)))
    }

    @Test func `with noise too, coded PHY reaches further than 1M, and 2M less far`() {
        let counts = [LinkPHY.double, .basic, .coded].map { phy in
            let path = SignalPath(from: .tag(TagID(1)), to: ReceiverID(0), channel: 0, phy: phy)
            var propagation = Self.propagation(40, noise: RadioNoise.Parameters())
            let arrivals = (0..<500).map { propagation.arrival(on: path, at: AirTime(microseconds: $0 * 1_000_000)) }
            return arrivals.count { $0.isReceived == true }
        }
        #expect(counts[0] + 40 < counts[1] && counts[1] + 40 < counts[2])
    }

    @Test func `a tag that comes into other surroundings keeps its bias`() {
        var still = RadioNoise.Parameters()
        (still.shadowSigma, still.fadeSigma, still.channelSigma, still.loss) = (0, 0, 0, 0)
        let radio = RadioModel(powerAtOneMetre: -30)
        var propagation = StationPropagation(seed: 1)
        propagation.move([[1: TagReception(distance: 10, radio: radio, noise: still)]])
        let before = propagation.arrival(on: Self.path, at: .zero)
        still.exponent = 3
        propagation.move([[1: TagReception(distance: 10, radio: radio, noise: still)]])
        let after = propagation.arrival(on: Self.path, at: AirTime(microseconds: 1))
        #expect(after.strength == before.strength - 10)
    }
}
