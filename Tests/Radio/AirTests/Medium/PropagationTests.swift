import Bluetooth
import TestSupport
import Testing

@testable import Air

/// How a model decides about each packet.
@Suite struct PropagationTests {
    /// The strengths that the host is told of a tag each 20 ms, for ten seconds.
    private func reported(_ propagation: some Propagation, seed: UInt64 = 7) -> [Int8] {
        var bench = Bench(seed: seed)
        bench.change { medium in
            medium.propagation = propagation
            medium.advertise(TagID(1), advertisement(1, every: 20))
        }
        bench.scan()
        let packets = bench.pass(milliseconds: 10_000)
        return packets.compactMap { $0.last.map(Int8.init(bitPattern:)) }
    }

    private func noisy(_ seed: UInt64) -> RulePropagation<SeededGenerator> {
        RulePropagation(SeededGenerator(seed: seed)) { _, _, chance in
            Arrival(strength: Double.random(in: -70 ... -50, using: &chance))
        }
    }

    @Test func `a rule gives each report its strength, the same for the same seed`() {
        let reports = reported(noisy(1))
        #expect(Set(reports).count == 21)
        #expect(reports == reported(noisy(1)))
        #expect(reports != reported(noisy(2)))
    }

    @Test func `a rule decides whether a packet is received, whatever its strength`() {
        let every = reported(
            RulePropagation(SeededGenerator(seed: 1)) { _, _, _ in Arrival(strength: -120, isReceived: true) }
        )
        #expect(every.count > 390)
        #expect(Set(every) == [-120])
        let none = reported(
            RulePropagation(SeededGenerator(seed: 1)) { _, _, _ in Arrival(strength: -20, isReceived: false) }
        )
        #expect(none.isEmpty)
        let third = reported(
            RulePropagation(SeededGenerator(seed: 1)) { _, _, chance in
                Arrival(strength: -60, isReceived: Int.random(in: 0..<3, using: &chance) == 0)
            }
        )
        let share = Double(third.count) / Double(every.count)
        #expect((0.27...0.39).contains(share))
    }

    @Test func `a rule is asked for each tag and channel, with the time`() {
        var bench = Bench()
        bench.change { medium in
            medium.propagation = RulePropagation(SeededGenerator(seed: 1)) { path, time, _ in
                guard case .tag(let tag) = path.transmitter else { return Arrival(strength: -.infinity) }
                // One dB a second, and ten between two tags.
                let fading = Double(time.microseconds / 1_000_000) + Double(path.channel - 37) * 0.1
                return Arrival(strength: -50 - Double(tag.number * 10) - fading)
            }
            for number in 1...2 { medium.advertise(TagID(number), advertisement(number)) }
        }
        bench.scan()
        let packets = bench.pass(milliseconds: 5000)
        for tag in 1...2 as ClosedRange<UInt8> {
            let strengths = packets.filter { $0[7] == tag }.compactMap { $0.last.map { Int(Int8(bitPattern: $0)) } }
            let strongest = -50 - Int(tag) * 10
            #expect(Set(strengths) == Set(strongest - 4...strongest))
        }
    }

    @Test func `a scan request goes out on the channel of its advertisement, and so does the answer`() {
        var bench = Bench()
        bench.change { medium in
            // Only channel 38 gets through.
            medium.propagation = RulePropagation(SeededGenerator(seed: 1)) { path, _, _ in
                Arrival(strength: -50, isReceived: path.channel == 38)
            }
            medium.advertise(TagID(3), advertisement(3, every: 20))
        }
        bench.scan(actively: true)
        let kinds = bench.pass(milliseconds: 3000).map { $0[5] }
        #expect(kinds.count > 50)
        #expect(kinds.filter { $0 == 4 }.count == kinds.filter { $0 == 0 }.count)
    }

    @Test func `a connection lives as long as its rule lets it`() {
        var bench = Bench()
        bench.change { medium in
            medium.propagation = RulePropagation(SeededGenerator(seed: 1)) { _, time, _ in
                Arrival(strength: -50, isReceived: time.microseconds < 1_000_000)
            }
            medium.place(TagID(1), peer: EchoPeer())
            medium.advertise(TagID(1), advertisement(1))
        }
        bench.connect(1)
        #expect(bench.pass(milliseconds: 900).isEmpty)
        #expect(bench.pass(milliseconds: 300).map(\.hex) == ["04 05 04 00 40 00 08"])
    }
}
