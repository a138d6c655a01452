import Tracking

/// What a step of a link needs besides the link's own state: the time, chance, what all links share, and a place for
/// what it says.
struct PairingStep {
    let now: Timestamp
    var generator: any RandomNumberGenerator & Sendable
    var shared: SharedSecurity
    var output: LinkOutput

    mutating func send(_ code: SMPCode, _ bytes: [UInt8]) { output.send([code.rawValue] + bytes, on: .security) }

    mutating func send(_ code: SMPCode, _ number: UInt128) { send(code, number.littleEndianBytes) }
}
