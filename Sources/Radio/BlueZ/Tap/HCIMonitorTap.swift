import CBlueZ
import Glibc

/// The kernel's monitor channel: a passive look at all that passes between it and the controllers.
///
/// It tells the strength of every report, beside bluetoothd. It needs the capability `CAP_NET_RAW`.
enum HCIMonitorTap {
    /// The longest packet: its header, and an event or data of a link.
    private static let longest = 6 + 4096
    /// Room in the kernel for bursts, in bytes.
    private static let room: Int32 = 1 << 20

    /// Opens the channel; `dropped` is called for each packet that is lost because nobody takes it in time.
    static func packets(
        dropped: @escaping @Sendable () -> Void
    ) throws(BluetoothSocket.Unavailable) -> AsyncStream<[UInt8]> {
        let channel = UInt16(HCI_CHANNEL_MONITOR)
        let descriptor = try BluetoothSocket.open(channel: channel, needing: "CAP_NET_RAW") { descriptor in
            var size = room
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        return DescriptorReader.packets(from: descriptor, upTo: longest, limit: 4096, dropped: dropped)
    }
}
