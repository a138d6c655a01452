/// What one operator's cloud of cellular devices has to supply: how it tells what a device has sent, and how a device is
/// sent something.
///
/// All else is the same for each: whose tracker a device is, what is published, what is forwarded, in which order, and
/// what is tried again. docs/clouds.md tells what another adapter needs.
public protocol CellularCloud: Sendable {
    /// Whether devices can be sent something; without the cloud's key they only report.
    var canSend: Bool { get }

    /// Reads the body of a request that the cloud makes when a device has sent something.
    ///
    /// - Throws: ``CloudRefusal/notJSON(_:)`` or ``CloudRefusal/form(_:)`` for what is none of its documented forms.
    func delivery(in body: [UInt8]) throws(CloudRefusal) -> CloudDelivery

    /// Hands bytes over for a device, by the cloud's name for it; returns once the cloud has taken them.
    ///
    /// It tries once. Who calls it waits and tries again where the error says that this may help.
    func send(_ payload: [UInt8], to device: String) async throws(CloudFailure)
}
