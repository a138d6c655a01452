/// Where a scenario plays, as radios see it.
public enum Surroundings: String, Hashable, Sendable, CaseIterable {
    /// A wide street, a park, the country.
    case openSky = "open-sky"
    /// A street between high houses.
    case urban
    /// Inside a building, away from the windows.
    case indoor
}
