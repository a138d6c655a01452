import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// What routes about people work with: the books of the accounts, and who asks.
struct PeopleDesk {
    let access: AccessControl
    /// The account of who asks.
    let account: Name
    let now: Timestamp

    var groups: GroupBook { access.groups }
    var shares: ShareBook { access.shares }
}

extension WebParts {
    /// The answer of a route about people, or what it says of why there is none.
    func answered(_ context: ConsoleContext, _ answer: (PeopleDesk) throws -> Response) throws -> Response {
        guard let account = context.viewer.account else { throw Problem.forbidden }
        do {
            return try answer(PeopleDesk(access: try accounts, account: account, now: clock.now))
        } catch let error as AccessError { throw Problem(error, at: clock.now) }
    }
}
