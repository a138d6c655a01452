import CBlueZ
import Glibc

/// A raw socket of the kernel's Bluetooth, bound to one of its channels and to no controller in particular.
enum BluetoothSocket {
    /// Why there is none, in words.
    struct Unavailable: Error, CustomStringConvertible { let description: String }

    /// Opens a socket and binds it; `prepare` is given its descriptor in between.
    static func open(
        channel: UInt16, needing capability: String = "CAP_NET_ADMIN", _ prepare: (Int32) -> Void = { _ in }
    ) throws(Unavailable) -> Int32 {
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_BLUETOOTH, type, BTPROTO_HCI)
        guard descriptor >= 0 else { throw unavailable(needing: capability) }
        prepare(descriptor)
        guard bind(descriptor, to: channel) else {
            defer { close(descriptor) }
            throw unavailable(needing: capability)
        }
        return descriptor
    }

    private static func bind(_ descriptor: Int32, to channel: UInt16) -> Bool {
        var address = sockaddr_hci()
        address.hci_family = sa_family_t(AF_BLUETOOTH)
        // 0xFFFF: all controllers, or none.
        address.hci_dev = 0xFFFF
        address.hci_channel = channel
        let length = socklen_t(MemoryLayout<sockaddr_hci>.size)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(descriptor, $0, length)
            }
        } == 0
    }

    /// What the last system call has failed with.
    static func unavailable(needing capability: String) -> Unavailable {
        switch errno {
        case EPERM, EACCES: Unavailable(description: "it needs the capability \(capability)")
        case EAFNOSUPPORT: Unavailable(description: "this kernel has no Bluetooth")
        default: Unavailable(description: "error \(errno)")
        }
    }
}
