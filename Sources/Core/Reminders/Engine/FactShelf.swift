import Tracking

/// What reminders need from elsewhere, who needs it, and what is known of it.
struct FactShelf: Sendable {
    private var users: [Need: Set<Int>] = [:]
    /// What somebody needs who only tries something, and for whose sake.
    private var guests = FactGuests()
    /// How fast owners may come to need more.
    private var pace = NeedPace()
    private var forecasts: [Cell: Known<Forecast>] = [:]
    private var spots: [SpotKey: Known<[Spot]>] = [:]
    /// Whether what is needed has become other than it was.
    private(set) var hasChanged = false

    private struct SpotKey: Hashable, Sendable {
        let kind: SpotKind
        let cell: Cell
    }

    var needs: [Need] { users.keys + guests.needs.filter { users[$0] == nil } }

    mutating func takeChanged() -> Bool {
        defer { hasChanged = false }
        return hasChanged
    }

    func users(of need: Need) -> [Int] { users[need]?.sorted() ?? [] }

    mutating func use(_ needs: [Need], by number: Int) {
        for need in needs {
            if !isNeeded(need) { begin(need) }
            users[need, default: []].insert(number)
        }
    }

    /// Whether an owner may come to need something now: what is needed anyway costs nothing.
    mutating func mayBegin(_ need: Need, for owner: Name, at now: Timestamp) -> Bool {
        isNeeded(need) || pace.take(need, for: owner, at: now)
    }

    private func isNeeded(_ need: Need) -> Bool { users[need] != nil || guests.has(need) }

    private mutating func begin(_ need: Need) {
        hasChanged = true
        untaught.insert(need)
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
            if guests.has(need) { continue }
            end(need)
            left.append(need)
        }
        return left
    }

    private mutating func end(_ need: Need) {
        untaught.remove(need)
        hasChanged = true
        switch need {
        case .weather(let cell): forecasts[cell] = nil
        case .spots(let kind, let cell): spots[SpotKey(kind: kind, cell: cell)] = nil
        case .calendar: break
        }
    }

    // What somebody tries

    /// Whether anything is needed only because somebody tries something.
    var hasGuests: Bool { !guests.isEmpty }

    /// When the first of that is needed no more; nil for never.
    var guestsEnd: Timestamp? { guests.firstEnd }

    /// Has somebody who tries something know of what that needs, for a while; of too much at once what fits.
    ///
    /// - Returns: What does not, with why.
    mutating func lend(_ needs: [Need], for owner: Name, at now: Timestamp) -> [Need: String] {
        var refused: [Need: String] = [:]
        for need in needs {
            let isNew = !isNeeded(need)
            if isNew, !guests.hasRoom(for: owner) {
                refused[need] = FactGuests.tooMany
            } else if isNew, !pace.take(need, for: owner, at: now) {
                refused[need] = NeedPace.sentence
            } else if guests.take(need, for: owner, at: now), isNew {
                begin(need)
            }
        }
        return refused
    }

    /// Lets go of what nobody tries any more; answers with what nobody needs any more, and with whose trials are over.
    mutating func sweep(at now: Timestamp) -> (needs: [Need], owners: Set<Name>) {
        let (needs, owners) = guests.sweep(at: now)
        // A reminder, or somebody else who tries, may need the same.
        let left = needs.filter { !isNeeded($0) }
        for need in left { end(need) }
        return (Array(left), owners)
    }

    /// Whether something is known for a while for an owner's sake.
    func hasGuest(of owner: Name) -> Bool { guests.has(owner) }

    /// Notes that something has been told of what is needed; false for what nobody needs.
    mutating func note(_ need: Need) -> Bool {
        untaught.remove(need)
        return isNeeded(need)
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
