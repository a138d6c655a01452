import Tracking

/// What reminders need from elsewhere, who needs it, and what is known of it.
struct FactShelf: Sendable {
    private var users: [Need: Set<Int>] = [:]
    private var forecasts: [Cell: Known<Forecast>] = [:]
    private var spots: [SpotKey: Known<[Spot]>] = [:]
    /// Whether what is needed has become other than it was.
    private(set) var hasChanged = false

    private struct SpotKey: Hashable, Sendable {
        let kind: SpotKind
        let cell: Cell
    }

    var needs: [Need] { Array(users.keys) }

    mutating func takeChanged() -> Bool {
        defer { hasChanged = false }
        return hasChanged
    }

    func users(of need: Need) -> [Int] { users[need]?.sorted() ?? [] }

    mutating func use(_ needs: [Need], by number: Int) {
        for need in needs {
            if users[need] == nil {
                hasChanged = true
                untaught.insert(need)
            }
            users[need, default: []].insert(number)
        }
    }

    /// Those of which nothing has been told yet.
    private(set) var untaught: Set<Need> = []

    /// Answers with what nobody needs any more.
    mutating func release(_ needs: [Need], of number: Int) -> [Need] {
        var left: [Need] = []
        for need in needs {
            users[need]?.remove(number)
            guard users[need]?.isEmpty == true else { continue }
            users[need] = nil
            untaught.remove(need)
            left.append(need)
            hasChanged = true
            switch need {
            case .weather(let cell): forecasts[cell] = nil
            case .spots(let kind, let cell): spots[SpotKey(kind: kind, cell: cell)] = nil
            case .calendar: break
            }
        }
        return left
    }

    /// Notes that something has been told of what is needed; false for what nobody needs.
    mutating func note(_ need: Need) -> Bool {
        untaught.remove(need)
        return users[need] != nil
    }

    func forecast(_ cell: Cell) -> Known<Forecast> { forecasts[cell] ?? .waiting }
    func spots(_ kind: SpotKind, _ cell: Cell) -> Known<[Spot]> { spots[SpotKey(kind: kind, cell: cell)] ?? .waiting }

    /// Whether it is needed, and was kept.
    mutating func learn(_ forecast: Known<Forecast>, _ cell: Cell) -> Bool {
        guard note(.weather(cell)) else { return false }
        forecasts[cell] = forecast
        return true
    }

    mutating func learn(_ spots: Known<[Spot]>, _ kind: SpotKind, _ cell: Cell) -> Bool {
        guard note(.spots(kind, cell)) else { return false }
        self.spots[SpotKey(kind: kind, cell: cell)] = spots
        return true
    }
}
