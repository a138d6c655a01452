import Tracking

/// What a store that nobody keeps has not written yet: of each thing the newest, since nobody has asked for it.
struct WriteBehind: Sendable {
    private struct DocumentKey: Hashable, Sendable {
        let device: Int64
        let kind: DocumentKind
    }

    private struct Document: Sendable {
        let payload: @Sendable () -> [UInt8]
        let updated: Timestamp
    }

    private var counts: [Counter: Int] = [:]
    /// By the rows of their devices.
    private var alertStates: [Int64: [UInt8]] = [:]
    private var documents: [DocumentKey: Document] = [:]
    private var extras: [FixExtra] = []

    /// So many keys of fixes are held at most, as they are not replaced by later ones.
    private static let mostExtras = 256

    mutating func count(_ counts: [Counter: Int]) { self.counts.merge(counts, uniquingKeysWith: +) }
    mutating func keep(alertState state: [UInt8], of device: Int64) { alertStates[device] = state }

    mutating func keep(
        _ payload: @escaping @Sendable () -> [UInt8], _ kind: DocumentKind, at time: Timestamp,
        of device: Int64
    ) {
        documents[DocumentKey(device: device, kind: kind)] = Document(payload: payload, updated: time)
    }

    mutating func keep(_ extra: FixExtra) { extras.append(extra) }

    /// Whether so much has gathered that it is to be written though nobody has asked.
    var isFull: Bool { extras.count >= Self.mostExtras }

    /// Writes those keys, of which none is written twice; the rest is better held.
    mutating func writeExtras(_ database: Session) throws {
        for extra in extras { try extra.write(database) }
        extras.removeAll(keepingCapacity: true)
    }

    /// Writes it all, and holds nothing any more.
    mutating func write(_ database: Session) throws {
        try Self.write(counts, database)
        for (device, state) in alertStates { try Self.write(alertState: state, of: device, database) }
        for (key, document) in documents {
            try Self.write(document.payload(), key.kind, at: document.updated, of: key.device, database)
        }
        try writeExtras(database)
        self = WriteBehind()
    }

    /// Each partition has counters of its own, so that none waits for the commit of another.
    static func write(_ counts: [Counter: Int], _ database: Session) throws {
        let suffix = database.partition.map { "\(Counter.partitionMark)\($0)" } ?? ""
        for (counter, amount) in counts {
            try database.statement(
                """
                INSERT INTO counters (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = counters.value + excluded.value
                """
            ).run([.text(counter.name + suffix), .number(Int64(amount))])
        }
    }

    static func write(alertState state: [UInt8], of device: Int64, _ database: Session) throws {
        try database.statement(
            """
            INSERT INTO alert_states (device_id, state) VALUES (?, ?)
            ON CONFLICT (device_id) DO UPDATE SET state = excluded.state
            """
        ).upsert([device], bytes: state, key: 1)
    }

    static func write(
        _ payload: [UInt8], _ kind: DocumentKind, at time: Timestamp, of device: Int64, _ database: Session
    ) throws {
        try database.statement(
            """
            INSERT INTO device_documents (device_id, kind, payload, updated_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (device_id, kind)
            DO UPDATE SET payload = excluded.payload, updated_ms = excluded.updated_ms
            """
        ).upsert(
            [.number(device), .text(kind.rawValue), .bytes(payload), .number(time.milliseconds)], key: 2
        )
    }
}
