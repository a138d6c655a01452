internal import Foundation

/// Runs what blocks on a thread of its own.
///
/// - Parameter body: What blocks.
/// - Returns: What the body returns.
public func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
