internal import FoundationEssentials
public import Tracking

/// What is noted of clients that were cut off since they sent too much: in a file of its own, so that a start lets in again
/// whom the run before had cut off, and nobody whom the owner has disabled.
public struct FloodRecord: Hashable, Sendable, Codable {
    /// A client that was cut off.
    public struct Entry: Hashable, Sendable, Codable {
        public let user: String
        /// How often.
        public internal(set) var times: Int
        /// The last time, in milliseconds of UTC.
        var cutMilliseconds: Int64
        /// What it had sent then.
        public internal(set) var messages: Int
        public internal(set) var bytes: Int
        public internal(set) var milliseconds: Int64
        /// Whether it is still to be let in again.
        public internal(set) var isOut: Bool

        /// The last time that it was cut off.
        public var cutAt: Timestamp { Timestamp(milliseconds: cutMilliseconds) }
    }

    /// In the order of the last time.
    public private(set) var entries: [Entry] = []

    /// Clients that are remembered; those that are out always are.
    static let most = 100

    init() {}

    /// What is noted in a broker's directory; nothing when there is no such file, or one that cannot be read.
    public init(in directory: String) {
        let bytes = (try? SecretFile.read(BrokerFiles(directory: directory).floods)) ?? nil
        self = bytes.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0)) } ?? FloodRecord()
    }

    func write(to files: BrokerFiles) throws(BrokerError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let data = try? encoder.encode(self) else { return }
        try SecretFile.write([UInt8](data), to: files.floods)
    }

    var out: [Entry] { entries.filter(\.isOut) }

    mutating func cut(_ user: String, for excess: SenderMeter.Excess, at now: Timestamp) {
        let times = entries.first { $0.user == user }?.times ?? 0
        entries.removeAll { $0.user == user }
        let entry = Entry(
            user: user,
            times: times + 1,
            cutMilliseconds: now.milliseconds,
            messages: excess.amount.messages,
            bytes: excess.amount.bytes,
            milliseconds: excess.duration.milliseconds,
            isOut: true
        )
        entries.append(entry)
        guard entries.count > Self.most, let oldest = entries.firstIndex(where: { !$0.isOut }) else { return }
        entries.remove(at: oldest)
    }

    mutating func letIn(_ users: Set<String>) {
        for place in entries.indices where users.contains(entries[place].user) { entries[place].isOut = false }
    }
}
