public import Logging
import Synchronization
public import Tracking

/// What this run of the program has logged last, for whoever looks after it without its terminal or journal.
public final class RunLog: Sendable {
    /// An entry of the log.
    public struct Entry: Hashable, Sendable {
        /// Its number in this run, from 1 on.
        public let number: Int
        public let time: Timestamp
        public let level: Logger.Level
        /// The part of the program, such as `history`.
        public let part: String
        public let text: String
    }

    private struct Content {
        /// A ring: where it is full, the next entry takes the place of the oldest.
        var entries: [Entry] = []
        var count = 0
    }

    /// How many entries are kept.
    public static let room = 1000
    /// Of a longer text the beginning is kept, in characters.
    private static let longest = 2000

    private let content = Mutex(Content())

    /// An empty log.
    public init() {}

    /// Keeps an entry, in place of the oldest where there is no more room.
    public func note(_ text: String, level: Logger.Level, part: String, at time: Timestamp) {
        let kept = text.count > Self.longest ? text.prefix(Self.longest) + "…" : text
        content.withLock { content in
            content.count += 1
            let entry = Entry(number: content.count, time: time, level: level, part: part, text: kept)
            if content.entries.count < Self.room {
                content.entries.append(entry)
            } else {
                content.entries[(content.count - 1) % Self.room] = entry
            }
        }
    }

    /// The newest entries of a level or a graver one, the oldest of them first.
    public func entries(from level: Logger.Level, limit: Int) -> [Entry] {
        let (entries, count) = content.withLock { ($0.entries, $0.count) }
        let start = entries.count < Self.room ? 0 : count % Self.room
        return (entries[start...] + entries[..<start]).filter { $0.level >= level }.suffix(limit)
    }
}
