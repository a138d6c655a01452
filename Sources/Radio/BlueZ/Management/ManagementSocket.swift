import CBlueZ
import Glibc

/// The kernel's management socket, on which a program may ask about connections that others have made.
///
/// Anybody may open it. What it is used for here, strengths and reasons, needs the capability `CAP_NET_ADMIN`, and an
/// answer says so where that is missing.
final class ManagementSocket: Sendable {
    /// For sending; what is read comes over a descriptor of its own, which its reader closes.
    private let descriptor: Int32

    /// The longest answer in which connections are counted: header, status and some hundred addresses.
    private static let longest = 1024

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the socket, with the events about connections that come over it, as packets; they end with the task that
    /// reads them.
    static func open() throws(BluetoothSocket.Unavailable) -> (
        socket: ManagementSocket, packets: AsyncStream<[UInt8]>
    ) {
        let descriptor = try BluetoothSocket.open(channel: UInt16(HCI_CHANNEL_CONTROL))
        let socket = ManagementSocket(descriptor)
        let reading = dup(descriptor)
        guard reading >= 0 else { throw BluetoothSocket.unavailable(needing: "CAP_NET_ADMIN") }
        // Every advertising report is an event, too.
        let packets = DescriptorReader.packets(
            from: reading, upTo: longest, limit: 256, keeps: { ManagementEvent($0) != nil }, dropped: {}
        )
        return (socket, packets)
    }

    /// Sends a command; one that the kernel cannot take now is lost, as its answer would be.
    func send(_ command: ManagementCommand) {
        let bytes = command.bytes
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
