/// What a device can show and take in: Core Specification 5.4, volume 3, part H, section 2.3.2.
public enum InputOutput: UInt8, Hashable, Sendable {
    case displayOnly = 0
    case displayYesNo = 1
    case keyboardOnly = 2
    case none = 3
    case keyboardDisplay = 4

    var hasKeyboard: Bool { self == .keyboardOnly || self == .keyboardDisplay }
    var canCompare: Bool { self == .displayYesNo || self == .keyboardDisplay }
}

/// How two devices make sure of each other, as the responder sees it: section 2.3.5.1, table 2.8.
enum PairingMethod: Hashable, Sendable {
    case justWorks
    case numericComparison
    /// This side shows a passkey, the other types it.
    case showPasskey
    /// The other side shows a passkey, or both users think of the same one.
    case enterPasskey

    init(initiator: InputOutput, responder: InputOutput, isSecure: Bool, needsProtection: Bool) {
        self =
            if !needsProtection || initiator == .none || responder == .none {
                .justWorks
            } else if isSecure && initiator.canCompare && responder.canCompare {
                .numericComparison
            } else if initiator.hasKeyboard && !responder.hasKeyboard {
                .showPasskey
            } else if initiator == .keyboardOnly && responder == .keyboardDisplay {
                .showPasskey
            } else {
                responder.hasKeyboard ? .enterPasskey : .justWorks
            }
    }

    /// Whether nobody in the middle can have taken part.
    var isAuthenticated: Bool { self != .justWorks }
}
