import Tracking

/// Who carries out what a gateway is asked for on the bus.
protocol GatewayRequests: Sendable {
    /// Takes a request in; returns at once, and answers on the bus.
    func receive(_ payload: [UInt8], verb: String) async

    /// Removes the entry and the bond of a tracker that has forgotten its owner; returns at once.
    func release(_ tracker: DeviceID) async
}
