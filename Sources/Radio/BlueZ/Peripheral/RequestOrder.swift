import Synchronization
import SystemBus

/// Lets requests be carried out one after another, in the order in which they came.
///
/// A subscription that comes before a write must have had its effect when the write has its.
final class RequestOrder: Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)

    /// Carries out a request behind all that came before it.
    func run<Value: Sendable>(
        _ request: @escaping @Sendable () async throws(BusFailure) -> Value
    ) async throws(BusFailure) -> Value {
        let task = last.withLock { last in
            let previous = last
            let task = Task { () -> Result<Value, BusFailure> in
                await previous?.value
                do throws(BusFailure) { return .success(try await request()) } catch { return .failure(error) }
            }
            last = Task { _ = await task.value }
            return task
        }
        return try await task.value.get()
    }

    /// Carries out something that cannot fail behind all that came before it.
    func run(_ work: @escaping @Sendable () async -> Void) async {
        let task = last.withLock { last in
            let previous = last
            let task = Task {
                await previous?.value
                await work()
            }
            last = task
            return task
        }
        await task.value
    }
}
