package import Access
import HTTPTypes
package import Hummingbird

/// The cookie that holds a session's secret: out of reach of scripts, and never sent for another site's page.
package enum SessionCookie {
    /// Over TLS a name that browsers take from nobody but this very host, over TLS.
    package static func name(isEncrypted: Bool) -> String { isEncrypted ? "__Host-tagalong" : "tagalong" }

    static func header(_ opened: OpenedSession, isEncrypted: Bool) -> String {
        let age = Int(Session.duration.components.seconds)
        return
            "\(name(isEncrypted: isEncrypted))=\(opened.secret.text); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
            + secure(isEncrypted)
    }

    /// Has the browser forget it.
    package static func removal(isEncrypted: Bool) -> String {
        "\(name(isEncrypted: isEncrypted))=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict" + secure(isEncrypted)
    }

    /// Over TLS a name that browsers take from nobody but this very host, over TLS.
    static func deviceName(isEncrypted: Bool) -> String { isEncrypted ? "__Host-tagalong-device" : "tagalong-device" }

    /// Has the browser show which device it is when somebody logs in next; it opens nothing.
    static func header(device: AccessSecret, isEncrypted: Bool) -> String {
        let age = Int(AccessControl.deviceMemory.components.seconds)
        let name = deviceName(isEncrypted: isEncrypted)
        return "\(name)=\(device.text); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict" + secure(isEncrypted)
    }

    private static func secure(_ isEncrypted: Bool) -> String { isEncrypted ? "; Secure" : "" }
}

extension Request {
    /// What the device shows of itself; nil for one that nobody has logged in from.
    package func deviceSecret(isEncrypted: Bool) -> AccessSecret? {
        cookies[SessionCookie.deviceName(isEncrypted: isEncrypted)].map { AccessSecret(sent: $0.value) }
    }
}

extension WebParts {
    /// The cookies of a session that was opened: the session's own, and before it the device's.
    package func cookies(
        of opened: OpenedSession, _ request: Request, _ context: ConsoleContext
    ) throws(AccessError) -> HTTPFields {
        var headers = HTTPFields()
        if let access, let account = opened.session.principal.account {
            let sent = request.deviceSecret(isEncrypted: context.isEncrypted)
            let device = try access.rememberDevice(sent, of: account, at: clock.now)
            headers.append(
                HTTPField(
                    name: .setCookie, value: SessionCookie.header(device: device, isEncrypted: context.isEncrypted)
                )
            )
        }
        let session = SessionCookie.header(opened, isEncrypted: context.isEncrypted)
        headers.append(HTTPField(name: .setCookie, value: session))
        return headers
    }
}
