internal import FoundationEssentials

/// What the broker keeps, by those it keeps it for and by those who wrote it, as it last wrote it down.
///
/// mosquitto tells nobody how much waits for whom; the file that it writes once a minute does.
public struct KeptMessages: Hashable, Sendable {
    /// Messages that wait for each session, by client id.
    public private(set) var waiting: [String: Amount] = [:]
    /// The user of each session, by client id.
    public private(set) var users: [String: String] = [:]
    /// Topics with a kept message, by the user who wrote it.
    public private(set) var retained: [String: Amount] = [:]
    /// Messages that wait for anybody, by the user who wrote them.
    public private(set) var written: [String: Amount] = [:]

    /// So many messages, with so many bytes of payload.
    public struct Amount: Hashable, Sendable {
        public var messages = 0
        public var bytes = 0

        static func += (left: inout Self, bytes: Int) {
            left.messages += 1
            left.bytes += bytes
        }
    }

    /// Reads what the broker in a directory keeps; nil when there is no file of the layout that mosquitto 2 writes.
    public init?(in directory: String) async {
        let path = BrokerFiles(directory: directory).kept
        guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else { return nil }
        guard let kept = await Self(data) else { return nil }
        self = kept
    }

    private struct Written {
        var user: Int
        var bytes: Int
    }

    /// Chunks after which others have their turn: a flooded broker has millions of them.
    private static let chunksAtOnce = 4096

    /// mosquitto's `persist.h`: a chunk is a number and a length, what is fixed in it, and then the texts.
    init?(_ data: Data) async {
        guard data.starts(with: Array("\0\u{B5}\0mosquitto db".unicodeScalars.map { UInt8($0.value) })) else {
            return nil
        }
        var reader = Reader(data: data, position: data.startIndex + 15 + 4)
        guard reader.number(4) == 6 else { return nil }
        var store: [UInt64: Written] = [:]
        var names: [String] = []
        var numbers: [String: Int] = [:]
        var count = 0
        while let kind = reader.number(4), let length = reader.number(4), var chunk = reader.part(length) {
            count += 1
            if count.isMultiple(of: Self.chunksAtOnce) { await Task.yield() }
            switch kind {
            case Chunk.message:
                guard let id = chunk.identifier(), chunk.skip(8), let bytes = chunk.number(4), chunk.skip(2),
                    let source = chunk.number(2), let user = chunk.number(2), chunk.skip(2 + 2 + 1 + 1 + source),
                    let name = chunk.text(user)
                else { return nil }
                let number = numbers[name] ?? names.count
                if number == names.count { (numbers[name], names) = (number, names + [name]) }
                store[id] = Written(user: number, bytes: bytes)
            case Chunk.session:
                guard chunk.skip(8 + 4 + 2), let id = chunk.number(2), chunk.skip(2), let user = chunk.number(2),
                    chunk.skip(4), let client = chunk.text(id), let name = chunk.text(user)
                else { return nil }
                users[client] = name
            case Chunk.waiting:
                guard let id = chunk.identifier(), chunk.skip(2), let count = chunk.number(2), chunk.skip(3),
                    let direction = chunk.number(1), let client = chunk.text(count)
                else { return nil }
                guard direction == Chunk.outgoing, let message = store[id] else { continue }
                waiting[client, default: Amount()] += message.bytes
                written[names[message.user], default: Amount()] += message.bytes
            case Chunk.retained:
                guard let id = chunk.identifier() else { return nil }
                guard let message = store[id] else { continue }
                retained[names[message.user], default: Amount()] += message.bytes
            default: continue
            }
        }
    }

    private enum Chunk {
        static let message = 2
        static let waiting = 3
        static let retained = 4
        static let session = 6
        /// Of a message that waits for a client, not one from it.
        static let outgoing = 1
    }

    private struct Reader {
        let data: Data
        var position: Int

        mutating func skip(_ count: Int) -> Bool { part(count) != nil }

        /// The next bytes, and goes on behind them; nil when there are not so many.
        mutating func part(_ count: Int) -> Reader? {
            guard count <= data.endIndex - position else { return nil }
            defer { position += count }
            return Reader(data: data[position..<position + count], position: position)
        }

        mutating func number(_ count: Int) -> Int? { part(count).map { $0.data.reduce(0) { $0 << 8 | Int($1) } } }

        /// A number that is written as the machine has it; only ever compared.
        mutating func identifier() -> UInt64? { part(8).map { $0.data.reduce(0) { $0 << 8 | UInt64($1) } } }

        mutating func text(_ count: Int) -> String? { part(count).map { String(decoding: $0.data, as: UTF8.self) } }
    }
}
