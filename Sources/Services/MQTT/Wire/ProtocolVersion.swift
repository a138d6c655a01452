/// A version of MQTT, by the number that stands in CONNECT.
enum ProtocolVersion: UInt8 {
    /// MQTT 3.1.1: nothing has properties or reasons.
    case former = 4
    /// MQTT 5.
    case current = 5
}
