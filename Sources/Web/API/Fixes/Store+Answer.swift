import HTTPTypes
import Store
import Web

extension Store {
    /// Reads for one who asks over HTTP, and fetches what that needs of months that are out.
    ///
    /// - Throws: What `body` throws, or ``Problem`` for what cannot be fetched now: of that there is no answer, and no
    ///   shorter one.
    func answer<Value>(_ body: () throws -> Value) async throws -> Value {
        do { return try await fetching(body) } catch let away as FixesAway {
            throw Problem(
                .serviceUnavailable,
                "the positions of \(away.month.month) are in an object storage that cannot be read now; 'tagalong doctor' "
                    + "on the machine of the service says why",
                headers: [.retryAfter: "60"]
            )
        } catch let error as StoreError {
            guard case .out(_, let month, _) = error.reason else { throw error }
            throw Problem(
                .serviceUnavailable,
                "the positions of \(month) are in an object storage, and the service is told of none")
        }
    }
}
