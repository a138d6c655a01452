/// Cuts a long calculation into slices, between which others on the same threads have their turn.
///
/// A history may be such that finding its shape takes minutes: who asks for that keeps nobody else waiting, and when it
/// is cancelled, it ends.
struct WorkSlice {
    private var steps = 0

    /// Steps of a slice, each about the distance between two positions: a few milliseconds.
    private static let length = 4096

    /// Takes a step; tells whether the slice is over, and ``rest()`` is due.
    mutating func step() -> Bool {
        steps += 1
        return steps.isMultiple(of: Self.length)
    }

    /// Lets others have their turn.
    ///
    /// - Throws: `CancellationError`.
    static func rest() async throws {
        try Task.checkCancellation()
        await Task.yield()
    }
}
