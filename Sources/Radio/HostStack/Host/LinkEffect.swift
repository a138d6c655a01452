public import Bluetooth

/// What a tag's host wants done for one of its links.
public enum LinkEffect: Hashable, Sendable {
    /// Send this in the next packet of the link layer.
    case send(ACLFragment)
    /// End the link, with this reason of Core Specification 5.4, volume 1, part F.
    case disconnect(reason: UInt8)

    /// Ask the application for a value.
    case read(AttributeName, over: LinkState, request: RequestNumber)
    /// Hand the application a value; without a request nobody waits for the answer.
    case write([UInt8], to: AttributeName, over: LinkState, request: RequestNumber?)
    /// A first central has subscribed, or none is any more.
    case subscribed(AttributeName, Bool)

    /// Show a passkey of six digits.
    case showPasskey(UInt32)
    /// Ask the user for the passkey that the other side shows; answered by ``LinkEvent/passkeyEntered(_:)``.
    case askPasskey
    /// Ask the user whether the other side shows the same six digits: ``LinkEvent/comparisonConfirmed(_:)``.
    case compare(UInt32)
    case paired(PairingOutcome)
    case pairingFailed(PairingFailure)

    /// Whether the central has taken the connection parameters that were asked for.
    case parametersAnswered(isAccepted: Bool)
}
