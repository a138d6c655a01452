import Bluetooth

/// How safe the link is over which an attribute is asked for.
struct LinkSecurity: Hashable, Sendable {
    var isEncrypted = false
    var isBonded = false
    /// Whether both sides have a key from before, so that encrypting is enough.
    var hasKey = false

    var state: LinkState { LinkState(isEncrypted: isEncrypted, isBonded: isBonded) }

    /// What keeps a protected attribute from a link that is not encrypted; nil where nothing does.
    ///
    /// Core Specification 5.4, volume 3, part C, section 10.3.1: without a key the client has to pair first.
    var refusal: AttributeError? {
        isEncrypted ? nil : hasKey ? .insufficientEncryption : .insufficientAuthentication
    }
}
