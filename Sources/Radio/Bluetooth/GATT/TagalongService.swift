/// The service of our own trackers: docs/protocol.md.
public enum TagalongService {
    /// The service.
    public static let uuid = member(0)
    /// ``TrackerIdentity``; read.
    public static let identity = member(1)
    /// `Registration`; write, and its ``RegistrationAnswer``, indicated.
    public static let registration = member(2)
    /// ``ControlRequest``; write, and its ``ControlAnswer``, indicated.
    public static let control = member(3)
    /// `Reference`: where the owner was last; write.
    public static let reference = member(4)
    /// `ReportedState`; read, notify.
    public static let state = member(5)
    /// ``SentFix``; read, notify.
    public static let fix = member(6)
    /// `FixMark`: what is in the store; write.
    public static let stored = member(7)

    /// 83C1xxxx-9AD7-4DD7-A296-C65C495218DA, drawn by lot.
    private static func member(_ number: UInt64) -> BluetoothUUID {
        BluetoothUUID(high: 0x83C1_0000_9AD7_4DD7 | number << 32, low: 0xA296_C65C_4952_18DA)
    }
}

/// What a tracker answers to a request it does not carry out, beside the codes of the Core Specification.
public enum TagalongError {
    /// The value cannot be read as what it should be.
    public static let malformed: UInt8 = 0x81
    /// The operation code of the request is not known.
    public static let unknownRequest: UInt8 = 0x82
    /// The tracker has no owner yet, or nothing to confirm.
    public static let notRegistered: UInt8 = 0x83
    /// The answer could not be indicated: nobody has subscribed to it.
    ///
    /// Core Specification Supplement, part B, section 1.2.
    public static let notSubscribed: UInt8 = 0xFD
}
