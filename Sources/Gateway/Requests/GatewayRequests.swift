/// Who carries out what a gateway is asked for on the bus.
protocol GatewayRequests: Sendable {
    /// Takes a request in; returns at once, and answers on the bus.
    func take(_ payload: [UInt8], verb: String) async
}
