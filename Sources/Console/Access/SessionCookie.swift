import Access
import Hummingbird

/// The cookie that holds a session's secret: out of reach of scripts, and never sent for another site's page.
enum SessionCookie {
    static let name = "tagalong"

    static func header(_ opened: OpenedSession, isEncrypted: Bool) -> String {
        let age = Int(Session.duration.components.seconds)
        return "\(name)=\(opened.secret.text); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict" + secure(isEncrypted)
    }

    /// Has the browser forget it.
    static func removal(isEncrypted: Bool) -> String {
        "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict" + secure(isEncrypted)
    }

    private static func secure(_ isEncrypted: Bool) -> String { isEncrypted ? "; Secure" : "" }
}
