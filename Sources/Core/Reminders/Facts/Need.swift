/// A fact from outside that an enabled reminder cannot do without.
///
/// Needs that are equal share a fetch, whoever has them.
public enum Need: Hashable, Sendable {
    /// The forecast for a cell of ``Cell/weather(of:)``.
    case weather(Cell)
    /// What there is of a kind around a cell of ``Cell/spots(of:)``.
    case spots(SpotKind, Cell)
    /// A calendar by the name that it was connected under, which tells nothing of where it is.
    case calendar(String)
}
