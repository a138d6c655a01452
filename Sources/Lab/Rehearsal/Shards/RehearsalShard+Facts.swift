import History
import Messages
import Reminders
import Simulation
import Tracking

// What the history service is told of weather, calendars and shops, as it would be by sources outside.

extension RehearsalShard {
    /// Tells what is newly needed, and all anew when a source fails or answers again.
    mutating func tellFacts() throws {
        guard !scenario.reminders.isEmpty, isHistoryConnected else { return }
        var needs = history.takeNeeds()
        while nextEdge < facts.edges.count, facts.edges[nextEdge] <= world.elapsed {
            nextEdge += 1
            needs = Set(history.factsNeeded)
        }
        guard let needs else { return }
        // A set has another order in each run.
        for need in needs.sorted(by: { $0.rank < $1.rank }) {
            for message in try tell(need) { try publish(message, from: clients.history) }
        }
        try conclude()
    }

    private mutating func tell(_ need: Need) throws -> [Message] {
        switch need {
        case .weather(let cell):
            try history.learn(facts.forecast(of: cell, at: world.elapsed), of: cell, at: world.now)
        case .spots(let kind, let cell):
            try history.learn(
                facts.spots(of: kind, around: cell, at: world.elapsed), of: kind, around: cell, at: world.now
            )
        case .calendar(let name):
            // A calendar goes by the name of its owner.
            if let owner = try? Name(name) {
                try history.learn(facts.agenda(of: owner, at: world.elapsed), of: owner, at: world.now)
            } else {
                []
            }
        }
    }
}

extension Need {
    /// A text by which needs have an order.
    fileprivate var rank: String {
        switch self {
        case .weather(let cell): "weather \(cell.north) \(cell.east)"
        case .spots(let kind, let cell): "spots \(kind.rawValue) \(cell.north) \(cell.east)"
        case .calendar(let name): "calendar \(name)"
        }
    }
}
