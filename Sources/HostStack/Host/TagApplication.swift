public import Bluetooth

/// What a tag's attributes stand for, when it can answer at once: a value beside the host in a simulation.
public protocol TagApplication {
    /// - Throws: ``AttributeError``, which goes to the central.
    mutating func read(_ attribute: AttributeName, over link: LinkState) throws(AttributeError) -> [UInt8]

    /// Takes a value.
    ///
    /// - Returns: What is to be notified, after the central has its answer.
    /// - Throws: ``AttributeError``, which goes to the central; nothing has changed then.
    mutating func write(
        _ value: [UInt8],
        to attribute: AttributeName,
        over link: LinkState
    ) throws(AttributeError) -> [AttributeUpdate]

    /// The central has subscribed to a characteristic, or has no longer.
    ///
    /// - Returns: What is to be notified.
    mutating func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) -> [AttributeUpdate]
}
