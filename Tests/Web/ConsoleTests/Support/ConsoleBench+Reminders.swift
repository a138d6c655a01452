import Access
import Messages
import Reminders
import TestSupport
import Tracking

@testable import History

extension ConsoleBench {
    /// A reminder whose condition holds for hours, at whatever time of day; no zone is named, as the history here knows
    /// none by their names.
    static let alwaysHeld: String = {
        let hour = Int(WallClock().now.wholeSeconds / 3600)
        func clock(_ hour: Int) -> String { "\(hour % 24 < 10 ? "0" : "")\(hour % 24):00" }
        return #"{"name":"Now","time":{"from":"\#(clock(hour + 18))","to":"\#(clock(hour + 6))"}}"#
    }()

    /// Waits until the history has heard all that the broker has for it: it tells of no reminder before.
    func waitUntilTelling() async throws {
        try await eventually {
            let isHeld = try await history.perform { core, _ in (core.parts.reminding.engine.isHeld, []) }
            return !isHeld
        }
    }

    /// Has everybody log in from now on, without which all are administrators, whatever token they show.
    ///
    /// - Returns: The headers of a token of the first account.
    @discardableResult
    func protect() throws -> [String: String] {
        let (first, now) = (try Name(Account.first), WallClock().now)
        if try !access.isProtected() {
            try access.setPasscode(Passcode("tannenbaum"), current: nil, of: first, from: nil, at: now)
        }
        let (secret, _) = try access.makeToken("first", of: first, scope: .admin, at: now)
        return ["Authorization": "Bearer \(secret.text)"]
    }
}
