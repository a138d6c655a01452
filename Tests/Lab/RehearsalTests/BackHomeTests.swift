import Messages
import Rehearsal
import Simulation
import TestSupport
import Testing
import Tracking

/// An owner who was at a neighbour's without the item, and is back beside it: between reports of both at once there are
/// others, with coarser positions, and none of them may bring back what was known before.
@Suite struct BackHomeTests {
    /// How far away the owner was, for how many minutes, and how often phone and tracker report.
    struct Visit: CustomTestStringConvertible {
        var metres: Double
        var minutes: Int
        var phone: Int
        var tracker: Int

        var testDescription: String { "\(metres) m for \(minutes) min, phone \(phone) s, tracker \(tracker) s" }
    }

    static let visits = [
        Visit(metres: 30, minutes: 45, phone: 23, tracker: 60),
        Visit(metres: 30, minutes: 45, phone: 60, tracker: 30),
    ]

    @Test(arguments: visits)
    func `no alert rises once its owner is back`(visit: Visit) throws {
        var (raised, risen) = (0, 0)
        for seed in 1...4 as ClosedRange<UInt64> {
            let run = try ScenarioRun(Scenario.written(Self.scenario(visit, seed: seed)))
            let alerts = run.records[0].alerts
            raised += alerts.isEmpty ? 0 : 1
            risen += alerts.count { $0.at > Self.home(visit) && [.raised, .escalated].contains($0.message.event) }
        }
        #expect(raised == 4)
        #expect(risen == 0)
    }

    /// When the owner has been back for half a minute, in milliseconds.
    private static func home(_ visit: Visit) -> Int64 {
        let way = Int64(visit.metres / 1.3)
        return (930 + 2 * way + Int64(60 * visit.minutes)) * 1000
    }

    private static func scenario(_ visit: Visit, seed: UInt64) -> String {
        let north = 46.0569 + visit.metres / 111_195
        let way = Int(visit.metres / 1.3)
        let (there, leaves) = (900 + way, 900 + way + 60 * visit.minutes)
        return """
            name: At a neighbour's
            duration: \(leaves + way + 900)s
            seed: \(seed)
            noise: open-sky
            gateways: []
            owners:
              - id: sam
                report-every: \(visit.phone)s
                points:
                  - {at: 900s, lat: 46.0569, lon: 14.5058}
                  - {at: \(there)s, lat: \(north), lon: 14.5058}
                  - {at: \(leaves)s, lat: \(north), lon: 14.5058}
                  - {at: \(leaves + way)s, lat: 46.0569, lon: 14.5058}
            trackers:
              - {id: keys, owner: sam, report-every: \(visit.tracker)s, position: [46.0569, 14.5058]}
            """
    }
}
