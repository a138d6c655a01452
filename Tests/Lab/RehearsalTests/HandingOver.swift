import Messages
import Rehearsal
import Simulation
import Testing
import Tracking

/// A handing over: Sam and Ben sit in a café, Ben takes Sam's keys along, on foot and then by bicycle, and leaves them
/// on a bench in the end.
struct HandingOver {
    /// Between the positions of both phones.
    var phones: Int
    var seed: UInt64
    var noise = "none"
    /// Between the tracker's reports, in seconds.
    var tracker = 10
    var isHousehold = true
    /// How far Ben has been from Sam until shortly before, in metres.
    var apart = 1.0

    /// When Ben takes the keys, and when Ben goes on without them; minutes since the start.
    static let (taken, left) = (6, 22)
    private static let metre = 1 / 111_195.0

    private var text: String {
        let north = { (metres: Double) in 46.0569 + metres * Self.metre }
        let ben: [(String, Double)] = [
            ("0s", apart), ("5m", apart), ("5m50s", 1), ("\(Self.taken)m30s", 1), ("12m", 400), ("18m", 2200),
            ("\(Self.left)m", 2200), ("27m", 2600),
        ]
        let points = ben.map { "{at: \($0), lat: \(north($1)), lon: 14.5058}" }.joined(separator: ", ")
        return """
            name: Handing over
            seed: \(seed)
            duration: 32m
            noise: \(noise)
            owners:
              - {id: sam, position: [46.0569, 14.5058], report-every: \(phones)s}
              - {id: ben, points: [\(points)], report-every: \(phones)s}
            \(isHousehold ? "households: [[sam, ben]]" : "")
            trackers:
              - {id: keys, owner: sam, with: sam, report-every: \(tracker)s}
            events:
              - {at: \(Self.taken)m, tracker: keys, do: pick-up, by: ben}
              - {at: \(Self.left - 1)m, tracker: keys, do: drop}
            """
    }

    func scenario() throws -> Scenario { try Scenario.written(text) }

    /// Plays it.
    func played() throws -> Outcome {
        let record = try #require(try ScenarioRun(scenario()).records.first)
        return Outcome(alerts: record.alerts.map { (Double($0.at) / 1000, $0.message) })
    }

    /// What came of it.
    struct Outcome {
        var alerts: [(at: Double, message: AlertMessage)]

        /// Those that rose while Ben had the keys, or nobody but Sam.
        var wrong: [AlertMessage] { rises { $0 < Double(60 * HandingOver.left) } }
        /// Those that rose after Ben had gone on without them.
        var right: [AlertMessage] { rises { $0 >= Double(60 * HandingOver.left) } }
        /// Seconds from Ben's going on to the critical alert; nil for never.
        var delay: Double? {
            alerts.first { $0.at >= Double(60 * HandingOver.left) && $0.message.level == .critical }
                .map { $0.at - Double(60 * HandingOver.left) }
        }

        private func rises(_ isMeant: (Double) -> Bool) -> [AlertMessage] {
            alerts.filter { isMeant($0.at) && $0.message.level > $0.message.previous }.map(\.message)
        }
    }
}
