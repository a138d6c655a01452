/// Where a console listens.
public struct ConsolePorts: Hashable, Sendable {
    /// For everybody, on the address that was asked for.
    public var front: Int
    /// For commands of this machine that have its key, on 127.0.0.1 and without TLS; the same as ``front`` unless that
    /// one has TLS.
    public var commands: Int
}
