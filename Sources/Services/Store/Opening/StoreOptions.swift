/// What a store is opened for.
public enum StoreMode: Hashable, Sendable {
    /// For the one writer, which also brings the schema up to date.
    case readWrite(create: Bool)
    /// Beside a writer in another process.
    case readOnly
}

/// What survives when the power fails.
public enum Durability: String, Hashable, Sendable {
    /// Every committed batch: SQLite's `synchronous=FULL`.
    case full = "FULL"
    /// Nothing is promised: for simulations and tests, whose data can be made again.
    case off = "OFF"
}
