/// Scenarios that the pages can have played, as whoever runs the console provides them.
public struct SimulationShelf: Sendable {
    /// A scenario to choose.
    public struct Entry: Encodable, Hashable, Sendable {
        /// What it is asked for by.
        public var name: String
        /// What it calls itself.
        public var title: String
        public var about: String?

        public init(name: String, title: String, about: String? = nil) {
            (self.name, self.title, self.about) = (name, title, about)
        }
    }

    /// What there is, by name.
    public var entries: @Sendable () -> [Entry]
    /// Begins to play the scenario of a name on a virtual clock.
    public var open: @Sendable (_ name: String) throws -> any SimulationRun

    public init(
        entries: @escaping @Sendable () -> [Entry],
        open: @escaping @Sendable (_ name: String) throws -> any SimulationRun
    ) {
        (self.entries, self.open) = (entries, open)
    }
}

/// A scenario that is being played.
public protocol SimulationRun {
    /// Plays on: the next part of the trace, whole lines of JSON; nil at the end.
    mutating func next() throws -> [UInt8]?
}
