/// Waits until a condition holds, by looking again and again; the suite's time limit is the only one.
///
/// - Parameters:
///   - pause: Between two looks.
///   - condition: What is waited for.
/// - Throws: What the condition throws, or that the test has been cancelled.
public func eventually(
    every pause: Duration = .milliseconds(5),
    _ condition: () async throws -> Bool
) async throws {
    while try await !condition() { try await Task.sleep(for: pause) }
}
