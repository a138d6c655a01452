/// Whether the positions of one device agree with each other as well as they claim to.
///
/// Each position but the last is held against those before and after it: it should lie about the way between the two,
/// as near as what the three claim of their errors, and what is usual of ways that nobody sees, have it (a normalised
/// innovation squared: Y. Bar-Shalom et al., "Estimation with applications to tracking and navigation", 2001, 5.4). A
/// device whose positions lie farther off, time and again, errs by more than it says, or moves less evenly than others;
/// which of the two makes no difference to how far its positions may be believed.
struct Consistency: Hashable, Sendable {
    /// The mean of the squares lately; 1 if all is as claimed.
    private var mean = Self.usual

    /// What most devices show: receivers err by the same from one position to the next, and ways are mostly even.
    private static let usual: Float = 0.3
    /// How much a new position counts against those before it; our choice.
    private static let weight: Float = 0.1
    /// No single position says more: a reflected signal is no habit.
    private static let most: Float = 9
    /// Seconds between the outer two of three positions up to which the way between them says something of the middle.
    static let longest = 600.0

    /// By what factor doubts have to be larger than claimed: 1 to 3, never less than claimed.
    var factor: Double { Double(max(1, mean)).squareRoot() }

    /// Takes in how many metres a position lay from where its neighbours have it, and the variance along each direction
    /// that is expected of that, in square metres, above 0.
    mutating func observe(_ distance: Double, variance: Double) {
        let square = Float(distance * distance / (2 * variance))
        mean += Self.weight * (min(Self.most, square) - mean)
    }
}
