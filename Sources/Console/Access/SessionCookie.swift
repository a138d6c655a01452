import Access
import Hummingbird

/// The cookie that holds a session's secret: out of reach of scripts, and never sent for another site's page.
enum SessionCookie {
    /// Over TLS a name that browsers take from nobody but this very host, over TLS.
    static func name(isEncrypted: Bool) -> String { isEncrypted ? "__Host-tagalong" : "tagalong" }

    static func header(_ opened: OpenedSession, isEncrypted: Bool) -> String {
        let age = Int(Session.duration.components.seconds)
        return
            "\(name(isEncrypted: isEncrypted))=\(opened.secret.text); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
            + secure(isEncrypted)
    }

    /// Has the browser forget it.
    static func removal(isEncrypted: Bool) -> String {
        "\(name(isEncrypted: isEncrypted))=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict" + secure(isEncrypted)
    }

    private static func secure(_ isEncrypted: Bool) -> String { isEncrypted ? "; Secure" : "" }
}
