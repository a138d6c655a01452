public import Tracking

extension Uplink {
    /// The characteristic of the Tagalong service by which a tracker says this, and the value.
    public var gatt: (characteristic: BluetoothUUID, value: [UInt8]) {
        switch self {
        case .fix(let fix, let sent): (TagalongService.fix, SentFix(fix, sent: sent).gattValue)
        case .reported(let state): (TagalongService.state, state.gattValue)
        case .result(let result): (TagalongService.control, result.gattValue)
        }
    }

    /// What a tracker said by notifying or indicating a characteristic of the Tagalong service; nil for any other.
    public init?(of characteristic: BluetoothUUID, value: [UInt8]) throws(GATTValueError) {
        switch characteristic {
        case TagalongService.fix:
            let sent = try SentFix(gattValue: value)
            self = .fix(sent.fix, sent: sent.sent)
        case TagalongService.state: self = .reported(try ReportedState(gattValue: value))
        case TagalongService.control: self = .result(try ControlAnswer(gattValue: value))
        default: return nil
        }
    }
}

extension Downlink {
    /// The characteristic of the Tagalong service that is written to tell a tracker this, and the value.
    public var gatt: (characteristic: BluetoothUUID, value: [UInt8]) {
        switch self {
        case .reference(let reference): (TagalongService.reference, reference.gattValue)
        case .desired(let desired): (TagalongService.control, ControlRequest.desired(desired).gattValue)
        case .command(let command): (TagalongService.control, ControlRequest.command(command).gattValue)
        case .stored(let mark): (TagalongService.stored, mark.gattValue)
        }
    }

    /// What a tracker is told by a write to a characteristic of the Tagalong service; nil for any other, and for the
    /// confirmation of a registration.
    public init?(of characteristic: BluetoothUUID, value: [UInt8]) throws(GATTValueError) {
        switch characteristic {
        case TagalongService.reference: self = .reference(try Reference(gattValue: value))
        case TagalongService.stored: self = .stored(try FixMark(gattValue: value))
        case TagalongService.control:
            switch try ControlRequest(gattValue: value) {
            case .command(let command): self = .command(command)
            case .desired(let desired): self = .desired(desired)
            case .confirmRegistration: return nil
            }
        default: return nil
        }
    }
}
