import Access
import HTTPTypes
import Tracking
import Web

extension WebParts {
    /// Does something about people for the account that asks, now.
    ///
    /// - Throws: ``Problem`` for what cannot be done.
    func forPerson<Value>(
        _ context: ConsoleContext, _ body: (AccessControl, Name, Timestamp) throws(AccessError) -> Value
    ) throws -> Value {
        let (access, now) = (try accounts, clock.now)
        guard let account = context.viewer.account else { throw Problem.forbidden }
        do { return try body(access, account, now) } catch {
            // Whether something was changed depends on the request; that is told where all requests pass.
            if error.missing != nil { throw error }
            throw Problem(error, at: now)
        }
    }
}
