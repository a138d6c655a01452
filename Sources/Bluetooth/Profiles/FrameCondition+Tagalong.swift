package import Messages

extension FrameCondition {
    /// What our own trackers advertise: docs/protocol.md.
    package static let tagalongService =
        BluetoothUUID("83C10000-9AD7-4DD7-A296-C65C495218DA") ?? BluetoothUUID(0)
}
