public import Tracking

/// A month of a device's fixes that was moved out to object storage, as the store remembers it.
public struct MonthOut: Hashable, Sendable {
    public let device: DeviceID
    public let month: CalendarMonth
    /// Counts the objects that the month has had, from 1: another one each time that late fixes are added.
    public let generation: Int
    /// The name of the object, below the place where all are.
    public let object: String
    /// How many fixes it has.
    public let fixes: Int
    /// When the first and the last of them were measured.
    public let first: Timestamp
    public let last: Timestamp
    /// Bytes of the object.
    public let bytes: Int
    /// Its SHA-256, in 64 small hexadecimal digits.
    public let digest: String
    /// Where it was written to, such as `s3://bucket/prefix`.
    public let storage: String
    /// When it was recorded.
    public let moved: Timestamp

    public init(
        device: DeviceID, month: CalendarMonth, generation: Int, object: String, fixes: Int, first: Timestamp,
        last: Timestamp, bytes: Int, digest: String, storage: String, moved: Timestamp
    ) {
        (self.device, self.month, self.generation, self.object) = (device, month, generation, object)
        (self.fixes, self.first, self.last, self.bytes) = (fixes, first, last, bytes)
        (self.digest, self.storage, self.moved) = (digest, storage, moved)
    }
}

extension MonthOut {
    static let columns = """
        owner, device, month_ms, generation, object, fixes, first_ms, last_ms, bytes, digest, storage, moved_ms
        """

    init(row: SQLRow) throws {
        self.init(
            device: try DeviceID(row),
            month: CalendarMonth(containing: Timestamp(milliseconds: row[2])),
            generation: row[3],
            object: row[4],
            fixes: row[5],
            first: Timestamp(milliseconds: row[6]),
            last: Timestamp(milliseconds: row[7]),
            bytes: row[8],
            digest: row[9],
            storage: row[10],
            moved: Timestamp(milliseconds: row[11])
        )
    }
}

/// An object that is to go from the object storage: nobody refers to it any more, or it was never recorded.
public struct ObjectRemoval: Hashable, Sendable {
    /// The name of the object, below the place where all are.
    public let object: String
    /// Whose it was.
    public let device: DeviceID
    /// When that was noted; 1970 for nobody knows.
    public let asked: Timestamp
    /// Until when somebody may still be writing it, who was frozen or cut off meanwhile; nil for nobody.
    public let until: Timestamp?
    /// When it is to be looked for once more, after it was removed before that; nil for now.
    public let again: Timestamp?

    /// Whether it stands for all objects of a device that was deleted.
    public var isFolder: Bool { object == ArchiveNames.folder(of: device) }

    /// Whether what was to be done about it could not be done, and is tried again later.
    public var isPutOff: Bool { again != nil && again != until }

    /// After so long nobody can be writing any more what was noted: some storages take a request for a day after it was
    /// signed, and clocks differ.
    public static let patience = Duration.seconds(25 * 3600)

    /// Whether something is to be done about it; also when a clock was wrong that said when.
    public func isDue(at now: Timestamp) -> Bool {
        again.map { $0 <= now || $0 > now.advanced(by: Self.patience) } ?? true
    }
}
