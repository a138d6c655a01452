/// Scenarios that the pages can have played, read and kept, as whoever runs the console provides them.
public protocol SimulationShelf: Sendable {
    /// What there is, each read once.
    func listing() -> ScenarioListing

    /// Whether texts can be kept here.
    var keeps: Bool { get }

    /// A scenario as it is written; nil where there is none of that name.
    ///
    /// - Throws: ``SimulationShelfError`` when it cannot be read.
    func text(of name: String) throws(SimulationShelfError) -> String?

    /// What a text comes to as a scenario.
    ///
    /// - Throws: ``ScenarioProblem`` for the first thing that is wrong.
    func check(_ text: String) throws(ScenarioProblem) -> ScenarioSummary

    /// What begins to play on a virtual clock; nil where there is no scenario of the name.
    ///
    /// - Throws: ``ScenarioProblem`` for what cannot be played.
    func plan(_ order: SimulationOrder) throws(ScenarioProblem) -> SimulationStart?

    /// Puts a text, which has been checked, in the place of what a name had.
    ///
    /// - Throws: ``SimulationShelfError``; then what was there stays.
    func keep(_ text: String, as name: String) throws(SimulationShelfError)

    /// Takes a scenario away.
    ///
    /// - Throws: ``SimulationShelfError``.
    func remove(_ name: String) throws(SimulationShelfError)
}

/// Begins to play a scenario that has been read and checked.
public typealias SimulationStart = @Sendable () throws -> any SimulationRun

/// The scenarios of a shelf.
public struct ScenarioListing: Hashable, Sendable {
    /// What can be played, by name.
    public var entries: [ScenarioEntry]
    /// What has a name and cannot be played, and why.
    public var broken: [ScenarioEntry.Broken]

    public init(entries: [ScenarioEntry] = [], broken: [ScenarioEntry.Broken] = []) {
        (self.entries, self.broken) = (entries, broken)
    }
}

/// A scenario to choose.
public struct ScenarioEntry: Encodable, Hashable, Sendable {
    /// What it is asked for by.
    public var name: String
    /// What it calls itself.
    public var title: String
    public var about: String?

    public init(name: String, title: String, about: String? = nil) {
        (self.name, self.title, self.about) = (name, title, about)
    }

    /// One that cannot be played.
    public struct Broken: Encodable, Hashable, Sendable {
        public var name: String
        public var problem: ScenarioProblem

        public init(name: String, problem: ScenarioProblem) { (self.name, self.problem) = (name, problem) }
    }
}

/// What is wrong with a scenario.
public struct ScenarioProblem: Error, Encodable, Hashable, Sendable {
    /// One sentence.
    public var message: String
    /// Counts from 1; nil when no one line is meant.
    public var line: Int?

    public init(_ message: String, line: Int? = nil) { (self.message, self.line) = (message, line) }
}

/// What a scenario is, for who has written it.
public struct ScenarioSummary: Encodable, Hashable, Sendable {
    public var title: String
    public var about: String?
    public var durationS: Double
    public var stepS: Double
    public var seed: UInt64
    public var owners: Int
    public var trackers: Int
    public var gateways: Int
    public var events: Int
    public var expectations: Int

    public init(
        title: String, about: String?, durationS: Double, stepS: Double, seed: UInt64, owners: Int, trackers: Int,
        gateways: Int, events: Int, expectations: Int
    ) {
        (self.title, self.about, self.durationS, self.stepS) = (title, about, durationS, stepS)
        (self.seed, self.owners, self.trackers, self.gateways) = (seed, owners, trackers, gateways)
        (self.events, self.expectations) = (events, expectations)
    }
}

/// What somebody wants to see played.
public struct SimulationOrder: Hashable, Sendable {
    /// Where the scenario is.
    public enum Source: Hashable, Sendable { case named(String), text(String) }

    /// What is told of a run.
    public enum View: String, CaseIterable, Sendable {
        /// Everything of each tracker, as `tagalong simulate --trace` writes it.
        case full
        /// Where all trackers are said to be and how far, at some moments.
        case fleet
    }

    public var source: Source
    /// Copies of every owner, gateway and tracker, 1 to ``mostCopies``.
    public var fleet: Int
    /// In place of the scenario's own.
    public var seed: UInt64?
    /// Nil for what suits the number of trackers.
    public var view: View?

    public static let mostCopies = 10_000

    public init(_ source: Source, fleet: Int = 1, seed: UInt64? = nil, view: View? = nil) {
        (self.source, self.fleet, self.seed, self.view) = (source, fleet, seed, view)
    }
}

/// A scenario that is being played.
public protocol SimulationRun {
    /// Plays on: the next part of the trace, whole lines of JSON; nil at the end.
    mutating func next() throws -> [UInt8]?
}

/// Why a scenario was not read or kept.
public enum SimulationShelfError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no directory for them.
    case closed
    case failed(reason: String)

    public var description: String {
        switch self {
        case .closed: "scenarios are kept nowhere here: start the service with --scenarios DIR"
        case .failed(let reason): "the directory of the scenarios: \(reason)"
        }
    }
}
