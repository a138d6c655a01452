import Messages
import Rehearsal
import Simulation
import TestSupport
import Testing
import Tracking

/// An owner who was at a neighbour's without the item, and is back beside it: between reports of both at once there are
/// others, with coarser positions, and none of them may bring back what was known before.
@Suite struct BackHomeTests {
    /// Seconds for the way there, 30 m, and for that back.
    private static let way = 23
    /// When the owner goes home, after 45 minutes there, in seconds.
    private static let leaves = 900 + way + 2700

    @Test(arguments: [(23, 60), (60, 30)])
    func `no alert rises once its owner is back`(phone: Int, tracker: Int) throws {
        var (raised, risen) = (0, 0)
        for seed in 1...4 as ClosedRange<UInt64> {
            let run = try ScenarioRun(Scenario.written(Self.scenario(phone, tracker, seed: seed)))
            let alerts = run.records[0].alerts
            raised += alerts.isEmpty ? 0 : 1
            let isBack = Int64(Self.leaves + Self.way + 30) * 1000
            risen += alerts.count { $0.at > isBack && [.raised, .escalated].contains($0.message.event) }
        }
        #expect(raised == 4)
        #expect(risen == 0)
    }

    /// How often phone and tracker report, in seconds.
    private static func scenario(_ phone: Int, _ tracker: Int, seed: UInt64) -> String {
        let north = 46.0569 + 30 / 111_195.0
        return """
            name: At a neighbour's
            duration: \(leaves + way + 900)s
            seed: \(seed)
            noise: open-sky
            gateways: []
            owners:
              - id: sam
                report-every: \(phone)s
                points:
                  - {at: 900s, lat: 46.0569, lon: 14.5058}
                  - {at: \(900 + way)s, lat: \(north), lon: 14.5058}
                  - {at: \(leaves)s, lat: \(north), lon: 14.5058}
                  - {at: \(leaves + way)s, lat: 46.0569, lon: 14.5058}
            trackers:
              - {id: keys, owner: sam, report-every: \(tracker)s, position: [46.0569, 14.5058]}
            """
    }
}
