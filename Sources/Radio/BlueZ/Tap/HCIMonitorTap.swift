import CBlueZ
import Glibc

/// The kernel's monitor channel: a passive look at all that passes between it and the controllers.
///
/// It tells the strength of every report, beside bluetoothd. It needs the capability `CAP_NET_RAW`.
enum HCIMonitorTap {
    /// Why there is no tap, in words.
    struct Unavailable: Error, CustomStringConvertible { let description: String }

    /// The longest packet: its header, and an event or data of a link.
    private static let longest = 6 + 4096
    /// Room in the kernel for bursts, in bytes.
    private static let room: Int32 = 1 << 20

    /// Opens the channel; `dropped` is called for each packet that is lost because nobody takes it in time.
    static func packets(dropped: @escaping @Sendable () -> Void) throws(Unavailable) -> AsyncStream<[UInt8]> {
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_BLUETOOTH, type, BTPROTO_HCI)
        guard descriptor >= 0 else { throw unavailable() }
        var size = room
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor) else {
            defer { close(descriptor) }
            throw unavailable()
        }
        return DescriptorReader.packets(from: descriptor, upTo: longest, limit: 4096, dropped: dropped)
    }

    private static func bind(_ descriptor: Int32) -> Bool {
        var address = sockaddr_hci()
        address.hci_family = sa_family_t(AF_BLUETOOTH)
        // 0xFFFF: all controllers.
        address.hci_dev = 0xFFFF
        address.hci_channel = UInt16(HCI_CHANNEL_MONITOR)
        let length = socklen_t(MemoryLayout<sockaddr_hci>.size)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(descriptor, $0, length)
            }
        } == 0
    }

    private static func unavailable() -> Unavailable {
        switch errno {
        case EPERM, EACCES: Unavailable(description: "it needs the capability CAP_NET_RAW")
        case EAFNOSUPPORT: Unavailable(description: "this kernel has no Bluetooth")
        default: Unavailable(description: "error \(errno)")
        }
    }
}
