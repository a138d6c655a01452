import Access
import OpenID
import Settings

/// Checks of the file that says how people sign in.
enum SignInCheck {
    /// What there is to say of the file that the service would read; nothing where there is none.
    static func findings(_ settings: CommandSettings) -> [Finding] {
        do {
            guard let file = try SignInChoice.path(flag: nil, settings) else { return [] }
            let configuration = try SignInChoice.read(file, mayWithhold: true)
            let sites = configuration.openID.map(\.title).joined(separator: ", ")
            return [
                Finding(
                    subject: "sign-in", verdict: .ok,
                    detail: "registration is \(words(configuration)), as \(file) says"
                        + (configuration.inviting == .everybody ? "; everybody may invite others by mail" : "")
                        + (sites.isEmpty ? "" : "; one can log in by \(sites)")
                )
            ]
        } catch {
            let remedy = "a service does not start with it; docs/operations.md has the keys"
            return [Finding(subject: "sign-in", verdict: .warning, detail: "\(error)", remedy: remedy)]
        }
    }

    private static func words(_ configuration: SignInConfiguration) -> String {
        switch configuration.registration {
        case .closed: "closed"
        case .invitation: "for those who are invited"
        case .open: "open"
        }
    }
}
