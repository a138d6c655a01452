import Simulation

/// The runs of a battery in groups that are alike, with the scores of each group.
public struct SituationTable: Hashable, Sendable {
    /// What a table is about.
    public enum Subject: String, Hashable, Sendable {
        /// The item is with its owner: there is nothing to tell.
        case rides
        /// The item is lost: there is one critical alert to tell.
        case losses
    }

    /// What situations are put in groups by.
    public enum Facet: String, Hashable, Sendable { case happening, travel, phone, gateway, noise }

    /// Runs that are alike.
    public struct Group: Hashable, Sendable {
        /// What they have in common, a text for each facet.
        public let names: [String]
        /// All methods, Tagalong's first.
        public let scores: [SituationScore]
    }

    public let subject: Subject
    public let facets: [Facet]
    /// In the order of what they have in common.
    public let groups: [Group]
    /// The scores of all methods in all runs of the subject, Tagalong's first.
    public let total: [SituationScore]

    /// The runs of a subject by some facets; nil when there are none.
    public init?(_ subject: Subject, by facets: [Facet], of runs: [SituationRun]) {
        let runs = runs.filter { $0.situation.isKept == (subject == .rides) }
        guard !runs.isEmpty else { return nil }
        self.subject = subject
        self.facets = facets
        total = SituationScore.all(in: runs)
        let groups = Dictionary(grouping: runs) { run in facets.map { $0.rank(of: run.situation) } }
        self.groups = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, runs in
            guard let situation = runs.first?.situation else { return nil }
            return Group(names: facets.map { $0.name(of: situation) }, scores: SituationScore.all(in: runs))
        }
    }

    /// The tables that are told: rides by what makes them hard, losses by what makes them late.
    public static func all(of runs: [SituationRun]) -> [SituationTable] {
        let kinds: [(Subject, [Facet])] = [
            (.rides, [.phone, .gateway]), (.rides, [.travel]), (.rides, [.noise]),
            (.losses, [.travel, .gateway]), (.losses, [.happening]), (.losses, [.phone]),
        ]
        return kinds.compactMap { SituationTable($0, by: $1, of: runs) }
    }
}

extension SituationTable.Facet {
    /// What a situation has of it.
    public func name(of situation: Situation) -> String {
        switch self {
        case .happening: situation.happening.rawValue
        case .travel: situation.recording.map { "path-\($0.name)" } ?? situation.travel.rawValue
        case .phone: Self.name(of: situation.phone)
        case .gateway: Self.name(of: situation.ears)
        case .noise: situation.surroundings?.rawValue ?? "exact"
        }
    }

    /// Two situations have the same of it where these are equal, and are told in this order.
    fileprivate func rank(of situation: Situation) -> String {
        switch self {
        case .happening: Self.digits(Situation.Happening.allCases.firstIndex(of: situation.happening))
        case .travel:
            // Recorded ways come last.
            situation.recording.map { "path-\($0.name)" }
                ?? Self.digits(Situation.Travel.allCases.firstIndex(of: situation.travel))
        case .phone: Self.digits(Self.rank(of: situation.phone))
        case .gateway: Self.digits(Situation.Ears.allCases.firstIndex(of: situation.ears))
        case .noise: Self.digits(situation.surroundings.map { (Surroundings.allCases.firstIndex(of: $0) ?? 0) + 1 })
        }
    }

    private static func digits(_ rank: Int?) -> String {
        let digits = String(rank ?? 0)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    private static func rank(of phone: Situation.Phone) -> Int {
        switch phone {
        case .every(let seconds): seconds
        case .move: 1_000_000
        case .significant: 1_000_001
        case .saver: 1_000_002
        case .dying: 1_000_003
        }
    }

    private static func name(of phone: Situation.Phone) -> String {
        switch phone {
        case .every(let seconds): seconds % 60 == 0 ? "each \(seconds / 60) min" : "each \(seconds) s"
        case .significant: "significant-change"
        case .move: "move"
        case .saver: "battery saver"
        case .dying: "dying"
        }
    }

    private static func name(of ears: Situation.Ears) -> String {
        switch ears {
        case .pocket: "in the pocket"
        case .home: "at home"
        case .none: "none"
        }
    }
}
