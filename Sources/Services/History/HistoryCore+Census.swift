public import Tracking

/// How many items there are of each level, and since when they have been located.
public struct ItemCensus: Hashable, Sendable {
    public var levels: [Level: Int] = [:]
    /// By level, for each of ``ages`` how many items have a fix that is not older.
    public var ages: [Level: [Int]] = [:]

    /// A minute, ten minutes, an hour, a day.
    public static let ages: [Duration] = [.seconds(60), .seconds(600), .seconds(3600), .seconds(86_400)]
}

extension HistoryCore {
    /// Counts the items as they are now.
    public func census(at now: Timestamp) -> ItemCensus {
        var census = ItemCensus()
        for tracker in trackers {
            let level = tracker.watch.level(at: now)
            census.levels[level, default: 0] += 1
            guard let age = tracker.watch.lastFix?.time.duration(to: now) else { continue }
            for (index, limit) in ItemCensus.ages.enumerated() where age <= limit {
                census.ages[level, default: Array(repeating: 0, count: ItemCensus.ages.count)][index] += 1
            }
        }
        return census
    }
}
