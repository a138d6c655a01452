/// Names a session, a token, a link or a browser in lists and addresses, and behind a command.
package enum AccessIdentifier {
    /// Letters of chance that need no quoting anywhere.
    ///
    /// The first is no `-`: a command would take it for an option.
    package static func make(_ length: Int, using generator: inout some RandomNumberGenerator) -> String {
        while true {
            let text = AccessSecret(using: &generator).text.prefix(length)
            if !text.hasPrefix("-") { return String(text) }
        }
    }
}
