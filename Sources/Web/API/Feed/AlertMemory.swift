/// The alerts, or events of reminders, that have been told, so that none is told twice and none is missed.
///
/// While the broker is away they go past the console; the store has them all.
struct AlertMemory: Sendable {
    private var told: Set<String> = []
    /// In the order of telling.
    private var order: [String] = []
    /// What the store had before the console began, and nobody waits for.
    private var before: Set<String>?
    private static let limit = 4096

    /// Whether an alert of the bus is news.
    mutating func isNew(_ id: String) -> Bool {
        guard told.insert(id).inserted else { return false }
        order.append(id)
        if order.count > Self.limit {
            let old = order.prefix(Self.limit / 2)
            told.subtract(old)
            order.removeFirst(old.count)
        }
        return true
    }

    /// Whether an alert of the store is news; none is, the first time that the store is asked.
    mutating func missed(_ ids: [String]) -> [String] {
        guard let before else {
            self.before = Set(ids)
            return []
        }
        return ids.filter { !before.contains($0) && isNew($0) }
    }
}
