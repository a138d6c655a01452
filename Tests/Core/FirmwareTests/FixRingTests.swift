import Firmware
import TestSupport
import Testing
import Tracking

@Suite struct FixRingTests {
    private let origin: Coordinate

    init() throws {
        origin = try Coordinate(latitude: 46, longitude: 14)
    }

    private func fix(_ seconds: Int) -> TrackerFix {
        TrackerFix(
            fix: Fix(coordinate: origin, time: Timestamp(seconds: Double(seconds))),
            mark: FixMark(boot: 1, sequence: 0),
            mode: .cellular,
            source: .gnss,
            trigger: .periodic,
            battery: 50
        )
    }

    private func send(_ ring: inout FixRing, at seconds: Double = 0, window: Int = 1000) -> [TrackerFix] {
        var sent: [TrackerFix] = []
        let now = Timestamp(seconds: seconds)
        ring.next(at: now, boot: 1, window: window, resendBefore: now.advanced(by: .seconds(-15))) { sent.append($0) }
        return sent
    }

    @Test func `fixes leave in order, numbered without gaps, no more than the window at once`() {
        var ring = FixRing(capacity: 100)
        for second in 0..<50 { ring.append(fix(second)) }
        let first = send(&ring, window: 20)
        #expect(first.map(\.mark.sequence) == Array(1...20))
        #expect(send(&ring, window: 20).isEmpty)
        ring.stored(FixMark(boot: 1, sequence: 12))
        #expect(send(&ring, window: 20).map(\.mark.sequence) == Array(21...32))
        #expect(ring.count == 38)
    }

    @Test func `a broken link has everything on its way sent again`() {
        var ring = FixRing(capacity: 100)
        for second in 0..<3 { ring.append(fix(second)) }
        let first = send(&ring)
        ring.linkLost()
        #expect(send(&ring, at: 1) == first)
    }

    @Test func `a full ring keeps the whole way, evenly thinned, and leaves no gap in the numbers`() {
        var ring = FixRing(capacity: 100)
        for second in 0..<10_000 { ring.append(fix(second)) }
        #expect(ring.count <= 100)
        let sent = send(&ring)
        #expect(sent.count >= 40)
        #expect(sent.map(\.mark.sequence) == Array(1...UInt32(sent.count)))
        let times = sent.map(\.fix.time.seconds)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(times.first == 0)
        #expect((times.last ?? 0) > 9700)
        #expect((gaps.max() ?? 0) <= 2.5 * (gaps.min() ?? 0))
    }

    @Test func `what was sent is never thinned`() {
        var ring = FixRing(capacity: 100)
        for second in 0..<80 { ring.append(fix(second)) }
        let sent = send(&ring, window: 80)
        for second in 80..<5000 { ring.append(fix(second)) }
        ring.linkLost()
        #expect(Array(send(&ring, at: 9, window: 80)) == sent)
        #expect(ring.count <= 101)
    }

    @Test func `when it is empty again, every fix is kept`() {
        var ring = FixRing(capacity: 10)
        for second in 0..<1000 { ring.append(fix(second)) }
        let last = send(&ring).last
        ring.stored(FixMark(boot: 1, sequence: last?.mark.sequence ?? 0))
        #expect(ring.isEmpty)
        for second in 1000..<1005 { ring.append(fix(second)) }
        #expect(ring.count == 5)
    }

    @Test func `whatever is stored, lost or thinned, numbers stay unique and in order`() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<50 {
            var ring = FixRing(capacity: 40)
            var (highest, stored) = (UInt32(0), UInt32(0))
            for second in 0..<500 {
                ring.append(fix(second))
                switch Int.random(in: 0..<10, using: &generator) {
                case 0: ring.linkLost()
                case 1:
                    stored = .random(in: stored...highest, using: &generator)
                    ring.stored(FixMark(boot: 1, sequence: stored))
                case 2...5:
                    let sequences = send(&ring, at: Double(second), window: 8).map(\.mark.sequence)
                    #expect(sequences == sequences.sorted())
                    #expect(sequences.allSatisfy { $0 > stored && $0 <= highest + 8 })
                    highest = max(highest, sequences.last ?? 0)
                default: break
                }
                #expect(ring.count <= 48)
            }
        }
    }
}
