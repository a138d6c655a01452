/// What a worker takes and gives so that all have as much as each other: the same rules for everybody, so that nobody
/// has to tell.
struct WorkPlan: Hashable, Sendable {
    /// What nobody holds, and this worker is to take.
    var take: [WorkUnit] = []
    /// What it is to give back, as it has more than its share: one after the other.
    var give: WorkUnit?
    /// Whether it is to give back all it has at once, as it cannot work.
    var givesAll = false

    /// - Parameters:
    ///   - worker: The name of the one who asks.
    ///   - workers: The names of all that can work.
    ///   - free: What nobody holds.
    ///   - held: What this worker holds.
    ///   - total: How much there is.
    init(worker: String, workers: [String], free: [WorkUnit], held: [WorkUnit], total: Int) {
        let names = Set(workers).sorted()
        guard let place = names.firstIndex(of: worker) else {
            givesAll = true
            return
        }
        // The first ones by name have one more where it does not come out even.
        let share = total / names.count + (place < total % names.count ? 1 : 0)
        if held.count < share {
            take = Array(Self.turned(free.sorted(), to: place, of: names.count).prefix(share - held.count))
        } else if held.count > share {
            give = held.max()
        }
    }

    /// Begins at another place for each worker, so that those who start together do not all want the same.
    private static func turned(_ units: [WorkUnit], to place: Int, of count: Int) -> [WorkUnit] {
        let start = units.count * place / count
        return Array(units[start...] + units[..<start])
    }
}
