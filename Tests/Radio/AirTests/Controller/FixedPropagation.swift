import Air

/// Strengths that are set by hand.
struct FixedPropagation: Propagation {
    /// For what has no strength of its own.
    var standard = -60.0
    /// In dBm, for each tag.
    var strengths: [TagID: Double] = [:]

    func strength(on path: SignalPath, at time: AirTime) -> Double {
        guard case .tag(let tag) = path.transmitter else { return standard }
        return strengths[tag] ?? standard
    }
}
