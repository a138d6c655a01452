import Messages
import Rehearsal
import Simulation
import TestSupport
import Testing
import Tracking

/// An item that walks away from a phone at rest, with reports of both as the world has them: every some seconds to
/// minutes, and hardly ever at the same moment.
@Suite struct WalkingOffTests {
    /// How often phone and tracker report, how good their positions are, and how fast the item goes.
    struct Situation: CustomTestStringConvertible {
        var phone: Int
        var tracker: Int
        var noise: String
        var speed: Double

        var testDescription: String { "phone \(phone) s, tracker \(tracker) s, \(noise), \(speed) m/s" }
    }

    static let situations = [
        Situation(phone: 23, tracker: 10, noise: "open-sky", speed: 1.3),
        Situation(phone: 61, tracker: 30, noise: "urban", speed: 1.3),
        Situation(phone: 8, tracker: 30, noise: "open-sky", speed: 1.3),
        Situation(phone: 22, tracker: 60, noise: "urban", speed: 1.3),
        Situation(phone: 110, tracker: 60, noise: "open-sky", speed: 4),
        Situation(phone: 300, tracker: 31, noise: "urban", speed: 4),
    ]

    @Test(arguments: situations)
    func `an alert is not cleared while the item walks on`(situation: Situation) throws {
        var (raised, cleared) = (0, 0)
        for seed in 1...8 as ClosedRange<UInt64> {
            let run = try ScenarioRun(Scenario.written(Self.scenario(situation, seed: seed)))
            let alerts = run.records[0].alerts
            raised += alerts.isEmpty ? 0 : 1
            cleared += alerts.count { $0.message.event == .cleared && $0.trueDistance > 15 }
        }
        #expect(raised == 8)
        #expect(cleared == 0)
    }

    /// Ten minutes together, then off to the north without an end.
    private static func scenario(_ situation: Situation, seed: UInt64) -> String {
        let (leaves, end) = (600 + 7 * seed, 1800)
        let north = situation.speed * Double(end - Int(leaves)) / 111_320
        return """
            name: An item walks off
            duration: \(end)s
            seed: \(seed)
            noise: \(situation.noise)
            gateways: []
            owners:
              - {id: sam, report-every: \(situation.phone)s, position: [46.0569, 14.5058]}
            trackers:
              - id: keys
                owner: sam
                report-every: \(situation.tracker)s
                points:
                  - {at: \(leaves)s, lat: 46.0569, lon: 14.5058}
                  - {at: \(end)s, lat: \(46.0569 + north), lon: 14.5058}
            """
    }
}
