import Access
import TestSupport
import Tracking

extension ConsoleBench {
    /// The headers of an administrator called `boss` who has logged in.
    func boss() throws -> [String: String] {
        let now = WallClock().now
        try access.add(Name("boss"), isAdministrator: true, passcode: Passcode("tannenbaum"), at: now)
        let opened = try access.logIn("boss", passcode: "tannenbaum", from: "127.0.0.1", at: now)
        return [
            "Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf,
            "Content-Type": "application/json",
        ]
    }
}
