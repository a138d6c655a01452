import Bluetooth
import Gateway
import Synchronization
import Testing
import Tracking

/// Letting a tag go for a moment, so that it is heard advertising.
@Suite(.timeLimit(.minutes(5))) struct RestTests {
    /// What befell a tag first that is held by a link and let go after some seconds for two: so many events, or those of
    /// the seconds after which it was to be let go and two more.
    private func events(
        strength: Int?, letGoAfter seconds: Int64, first count: Int? = nil
    ) async throws -> (told: [(kind: Substring, time: Timestamp)], links: [(isUp: Bool, time: Timestamp)]) {
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
        return (told, held.tag.linked.withLock(\.self))
    }

    @Test func `a tag whose link tells no strength is let go now and then, and held again`() async throws {
        let (told, links) = try await events(strength: nil, letGoAfter: 8, first: 6)
        #expect(told.map(\.kind) == ["linked", "resting", "unlinked", "linked", "resting", "unlinked"])
        try #require(told.count == 6 && links.count >= 3)
        #expect(links.prefix(3).map(\.isUp) == [true, false, true])
        // From the tag's side: on a busy machine an event is seen some seconds of this clock after it came about.
        #expect(links[0].time.duration(to: told[1].time) >= .seconds(8))
        #expect(links[1].time.duration(to: links[2].time) >= .seconds(2))
        #expect(links[2].time.duration(to: told[4].time) >= .seconds(8))
    }

    @Test func `a tag that is ranged by its link is not let go`() async throws {
        #expect(try await events(strength: -60, letGoAfter: 10).told.map(\.kind) == ["linked"])
    }
}
