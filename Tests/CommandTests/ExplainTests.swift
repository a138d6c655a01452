import Messages
import Testing
import Tracking

@testable import Store
@testable import tagalong

/// What a person reads of why an item counts as lost.
struct ExplainTests {
    private let now: Timestamp
    private let keys: DeviceID

    init() throws {
        now = try #require(Timestamp("2026-05-01T09:00:00Z"))
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
    }

    private func before(_ seconds: Int) -> Timestamp { now.advanced(by: .seconds(-seconds)) }

    private func evidence() throws -> EvidenceMessage {
        var evidence = EvidenceMessage(
            time: before(3),
            warning: .init(distance: 5, probability: 0.9999, odds: 2_400_000, needed: 18),
            critical: .init(distance: 10, probability: 0.982, odds: 240, needed: 180)
        )
        (evidence.distance, evidence.low, evidence.high) = (14, 11, 19)
        evidence.positions = .init(time: before(12), distance: 15, sigma: 2.5, gap: 90)
        func gateway(_ name: String, _ standing: EvidenceMessage.Gateway.Standing) throws -> EvidenceMessage.Gateway {
            .init(name: try Name(name), standing: standing, isBlind: false, counts: standing == .carried)
        }
        var phone = try gateway("phone", .carried)
        (phone.time, phone.strength, phone.samples, phone.expected) = (before(3), -82.4, 12, 15)
        (phone.heard, phone.distance, phone.low, phone.high) = (before(3), 12, 6, 25)
        var hall = try gateway("hall", .placed)
        (hall.time, hall.samples, hall.silentSince) = (before(300), 0, before(400))
        var attic = try gateway("attic", .unknown)
        attic.isBlind = true
        evidence.gateways = [phone, hall, attic]
        return evidence
    }

    private func explanation(
        _ level: Level,
        _ evidence: EvidenceMessage?,
        _ alerts: [AlertRow],
        place: String? = nil
    ) throws -> Explanation {
        let state = StateMessage(level: level, since: before(180), item: "Keys", place: place)
        let row = DeviceRow(id: keys, kind: .tracker, item: try ItemName("Keys"), created: before(1000))
        var documents: [DocumentKind: [UInt8]] = [.state: state.encoded()]
        documents[.evidence] = evidence?.encoded()
        let item = ItemRow(device: row, lastFix: nil, documents: documents)
        return Explanation(
            line: ItemLine(item, at: now),
            evidence: evidence?.encoded(),
            alerts: alerts,
            now: now
        )
    }

    private func alert(cleared: Bool = false, _ evidence: EvidenceMessage? = nil) throws -> AlertRow {
        AlertRow(
            id: cleared ? "2" : "1",
            device: keys,
            event: cleared ? "cleared" : "raised",
            level: cleared ? "none" : "critical",
            previous: cleared ? "critical" : "none",
            threshold: cleared ? 5 : 10,
            distance: 14,
            confidence: cleared ? 1 : 0.982,
            time: before(180),
            episode: "1",
            evidence: try (evidence ?? self.evidence()).encoded()
        )
    }

    @Test func `an item that was left behind is told with all that speaks for it`() throws {
        let text = try explanation(.critical, try evidence(), [try alert()]).text
        #expect(
            text == """
                Keys (sam/keys) has been left behind (critical), since 2026-05-01T08:57:00Z, 3 min ago.

                Distance from its owner: about 14 m (11 to 19), as of 3 s ago; it rests on:
                  positions of both: 15 m apart, give or take 4 m, 12 s ago (the owner's phone had said nothing for 90 s)
                  gateway phone, which the owner carries: heard 12 of 15 signals at -82 dBm, 3 s ago; from it about 12 m (6 to 25)
                  gateway hall, which stays in its place: listens, and has heard nothing for 6 min; too long ago to count
                  gateway attic: its radio is out of order, so that its silence says nothing

                Warning, beyond 5 m: over 99.9 % likely, odds over a million to 1 that it is not with its owner (it takes 95 % and odds of 18 to 1)
                Critical, beyond 10 m: 98.2 % likely, odds 240 to 1 that it is not with its owner (it takes 95 % and odds of 180 to 1)

                The last time that it was not near:
                2026-05-01T08:57:00Z  raised, none to critical: beyond 10 m, 98.2 % sure
                  positions of both: 15 m apart, give or take 4 m, 9 s ago (the owner's phone had said nothing for 90 s)
                  gateway phone, which the owner carries: heard 12 of 15 signals at -82 dBm, 0 s ago; from it about 12 m (6 to 25)
                  gateway hall, which stays in its place: listens, and has heard nothing for 6 min; too long ago to count
                  gateway attic: its radio is out of order, so that its silence says nothing

                """
        )
    }

    @Test func `an item of which nothing is known is told so`() throws {
        let text = try explanation(.unknown, nil, []).text
        #expect(
            text == """
                Keys (sam/keys): nobody knows whether it is near, for nothing new was heard that would say so.

                Nothing is known yet of how far it is from its owner.

                """
        )
    }

    @Test func `an item that counts as near because of where it is names the place`() throws {
        let told = try explanation(.near, try evidence(), [], place: "Home")
        #expect(
            told.text.hasPrefix("Keys (sam/keys) counts as near, for it is in Home, where it may stay behind, since ")
        )
        #expect(told.json.line.contains(#""place":"Home","now":"#))
    }

    @Test func `an alert that a place has cleared tells nothing of a distance`() throws {
        let far = try explanation(.near, try evidence(), [try alert(cleared: true)], place: "Home").text
        #expect(far.contains("2026-05-01T08:57:00Z  cleared, for it is in a place where it may stay behind\n"))
        var evidence = try self.evidence()
        evidence.warning.probability = 0.01
        let back = try explanation(.near, evidence, [try alert(cleared: true, evidence)]).text
        #expect(back.contains("cleared, critical to none: within 5 m, 100 % sure\n"))
    }

    @Test func `programs read the same as one object`() throws {
        let line = try explanation(.critical, try evidence(), [try alert()]).json.line
        #expect(line.hasPrefix(#"{"owner":"sam","tracker":"keys","item":"Keys","level":"critical","since":"#))
        #expect(line.contains(#""now":{"_type":"evidence","#))
        #expect(line.contains(#""alerts":[{"id":"1","event":"raised","level":"critical","#))
        #expect(!line.contains("\n"))
    }

    @Test(arguments: [(0.0, "0 %"), (0.05, "5 %"), (0.9824, "98.2 %"), (0.99999, "over 99.9 %"), (1, "100 %")])
    func `probabilities are told as far as they matter`(probability: Double, text: String) {
        #expect(EvidenceText.percent(probability) == text)
    }
}
