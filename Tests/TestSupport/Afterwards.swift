/// Runs the body, and then what ends what it used, however the body has ended.
///
/// - Parameters:
///   - end: runs last.
///   - body: runs first.
/// - Returns: what the body returns.
/// - Throws: what the body throws.
public func afterwards<Result>(
    _ end: () async -> Void,
    _ body: () async throws -> Result
) async throws -> Result {
    do {
        let result = try await body()
        await end()
        return result
    } catch {
        await end()
        throw error
    }
}
