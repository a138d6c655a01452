import Tracking

/// The LE signalling channel of a tag: it asks for connection parameters and rejects what is asked of it.
///
/// Core Specification 5.4, volume 3, part A, section 4.
struct Signalling: Sendable {
    /// The longest payload on this channel.
    static let mtu = 23
    /// How long an answer is waited for: the response timeout of section 6.2.1 is at most 60 s.
    static let patience = Duration.seconds(30)

    private enum Code {
        static let commandReject: UInt8 = 0x01
        static let parameterRequest: UInt8 = 0x12
        static let parameterResponse: UInt8 = 0x13
        /// Answers to requests that are never sent from here: not to be answered themselves.
        static let responses: Set<UInt8> = [0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x15, 0x16, 0x18, 0x1A]
    }

    private var lastIdentifier: UInt8 = 0
    private var pending: (identifier: UInt8, deadline: Timestamp)?

    var deadline: Timestamp? { pending?.deadline }

    /// Asks the central for other connection parameters; an earlier question is forgotten.
    mutating func request(_ parameters: ConnectionParameters, at now: Timestamp, to output: inout LinkOutput) {
        lastIdentifier = lastIdentifier == .max ? 1 : lastIdentifier + 1
        pending = (lastIdentifier, now.advanced(by: Self.patience))
        let values = [
            parameters.interval.lowerBound, parameters.interval.upperBound, parameters.latency, parameters.timeout,
        ]
        send(Code.parameterRequest, lastIdentifier, values.flatMap(\.littleEndianBytes), to: &output)
    }

    mutating func receive(_ payload: [UInt8], to output: inout LinkOutput) {
        var reader = PDUReader(payload)
        // Identifier 0 is illegal, and a packet with a wrong length has no command in it.
        guard let code = reader.number(UInt8.self), let identifier = reader.number(UInt8.self), identifier != 0
        else { return }
        guard payload.count <= Self.mtu else {
            return reject(identifier, reason: 1, UInt16(Self.mtu).littleEndianBytes, to: &output)
        }
        guard let length = reader.number(UInt16.self), length == reader.count else { return }
        switch code {
        case Code.parameterResponse: answered(identifier, reader.number(UInt16.self) == 0, to: &output)
        case Code.commandReject: answered(identifier, false, to: &output)
        case let code where Code.responses.contains(code): break
        default: reject(identifier, reason: 0, [], to: &output)
        }
    }

    mutating func tick(at now: Timestamp, to output: inout LinkOutput) {
        guard let pending, now >= pending.deadline else { return }
        answered(pending.identifier, false, to: &output)
    }

    private mutating func answered(_ identifier: UInt8, _ isAccepted: Bool, to output: inout LinkOutput) {
        guard pending?.identifier == identifier else { return }
        pending = nil
        output.emit(.parametersAnswered(isAccepted: isAccepted))
    }

    private func reject(_ identifier: UInt8, reason: UInt16, _ data: [UInt8], to output: inout LinkOutput) {
        send(Code.commandReject, identifier, reason.littleEndianBytes + data, to: &output)
    }

    private func send(_ code: UInt8, _ identifier: UInt8, _ data: [UInt8], to output: inout LinkOutput) {
        output.send([code, identifier] + UInt16(data.count).littleEndianBytes + data, on: .signalling)
    }
}
