import Bluetooth
import Gateway
import Testing
import Tracking

/// Letting a tag go for a moment, so that it is heard advertising.
@Suite(.timeLimit(.minutes(5))) struct RestTests {
    /// What befell a tag first that is held by a link and let go after some seconds for two: so many events, or those of
    /// the seconds after which it was to be let go and two more.
    private func events(
        strength: Int?, letGoAfter seconds: Int64, first count: Int? = nil
    ) async throws -> [(kind: Substring, time: Timestamp)] {
        let held = try await HeldTag(TagRadio.Configuration(restEvery: .seconds(seconds), rest: .seconds(2)))
        var told: [(Substring, Timestamp)] = []
        var end: Timestamp?
        await held.follow {
            if let strength {
                held.radio.tell(.linkHeard(ForeignTag.address, adapter: HeldTag.adapter, rssi: strength))
            }
            await held.tags.tend(held.device, over: nil)
        } _: { event in
            let now = held.bench.clock.now
            switch event {
            case .linked, .unlinked, .resting:
                told.append(("\(event)".prefix { $0 != "(" }, now))
                if end == nil { end = now.advanced(by: .seconds(seconds + 2)) }
            default: break
            }
            return count.map { told.count < $0 } ?? end.map { now < $0 } ?? true
        }
        return told
    }

    @Test func `a tag whose link tells no strength is let go now and then, and held again`() async throws {
        let told = try await events(strength: nil, letGoAfter: 8, first: 6)
        #expect(told.map(\.kind) == ["linked", "resting", "unlinked", "linked", "resting", "unlinked"])
        try #require(told.count == 6)
        // A quarter of it, once: on a busy machine an event is seen some seconds of this clock after it came about, and the
        // next one at once. One that is let go too early is so within half a second, each time.
        let held = [0, 3].map { told[$0].time.duration(to: told[$0 + 1].time) }
        #expect(held.max() ?? .zero >= .seconds(2), "\(held)")
        #expect(told[2].time.duration(to: told[3].time) >= .milliseconds(500))
    }

    @Test func `a tag that is ranged by its link is not let go`() async throws {
        #expect(try await events(strength: -60, letGoAfter: 10).map(\.kind) == ["linked"])
    }
}
