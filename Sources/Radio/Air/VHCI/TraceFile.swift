internal import Glibc
public import Tracking

/// A file of all packets between hosts and controllers, for btmon and Wireshark.
public final class TraceFile: Sendable {
    private let descriptor: Int32
    private let format: Btsnoop

    /// Makes or empties a file; `start` is the moment at which the air's clock began.
    ///
    /// - Throws: what the system has refused.
    public init(path: String, start: Timestamp) throws(VHCIError) {
        format = Btsnoop(start: start)
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .trace(path: path, reason: systemWords(errno)) }
        write(format.header)
    }

    deinit { close(descriptor) }

    func write(_ packet: [UInt8], _ direction: Btsnoop.Direction, _ receiver: ReceiverID, at time: AirTime) {
        write(format.record(packet, direction, adapter: UInt16(clamping: receiver.number), at: time))
    }

    func introduce(_ controller: VirtualController, _ receiver: ReceiverID) {
        write(format.introduction(of: controller.configuration.address, adapter: UInt16(clamping: receiver.number)))
    }

    private func write(_ bytes: [UInt8]) {
        // A full disk costs the trace, not the adapters.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
