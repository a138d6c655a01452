public import Tracking

extension ItemWatch {
    /// For so many seconds the last fix stands, however often the tracker reports.
    public static let shortestFreshness = 300.0
    /// How many report intervals may pass before silence makes the level unknown.
    public static let missedReports = 2.5

    /// The level as a person is told it at a moment: unknown without a fresh fix of both sides or a gateway that hears.
    public func level(at now: Timestamp) -> Level {
        guard let level = engine.level, isLocated(at: now) || hears(at: now) || hasCompany(at: now) else {
            return .unknown
        }
        return level.asLevel
    }

    private func isLocated(at now: Timestamp) -> Bool {
        guard !isUnheard, let positions, isFixFresh(at: now) else { return false }
        return positions.gap <= Self.ownerFreshness
    }

    /// Whether a member of the household has it, and that is known of now.
    private func hasCompany(at now: Timestamp) -> Bool {
        guard isAccompanied(at: now) else { return false }
        if isFixFresh(at: now), !isUnheard { return true }
        return gateways.contains { gateway in
            if case .with = gateway.standing { gateway.isFresh(at: now) } else { false }
        }
    }

    func isFixFresh(at now: Timestamp) -> Bool {
        lastFix.map { Self.isFresh($0.time, reportEvery: reportEvery, at: now) } ?? false
    }

    /// Whether a fix of so many seconds between reports still says where the tracker is.
    public static func isFresh(_ time: Timestamp, reportEvery: Int, at now: Timestamp) -> Bool {
        now.seconds - time.seconds <= max(shortestFreshness, missedReports * Double(reportEvery))
    }

    /// Since when the level told at a moment has stood.
    public func since(at now: Timestamp) -> Timestamp {
        if level(at: now) != .unknown, let since = engine.since { return since }
        return lastFix?.time ?? gateways.compactMap(\.heard).max() ?? now
    }

    /// Whether positions that do not err say what the distance is now.
    func isLiteral(at now: Timestamp) -> Bool {
        guard let positions, positions.isExact, isFixFresh(at: now) else { return false }
        return now.seconds - positions.time.seconds <= Self.literalFor
    }

    /// For so many seconds positions that do not err are the distance now, and no radio puts them in doubt.
    static let literalFor = 2.0
}
