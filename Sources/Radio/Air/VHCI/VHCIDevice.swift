internal import Glibc

/// A virtual adapter of the kernel: what is written to it comes from the controller, what is read is for it.
final class VHCIDevice: Sendable {
    /// Readable when the host has sent something.
    let descriptor: Int32
    /// The number in the adapter's name, `hci0`.
    let index: UInt16
    /// Packets that the host sent before it told the index.
    let early: [[UInt8]]

    /// Makes an adapter by a device, usually `/dev/vhci`; the kernel takes it into service at once.
    init(path: String) throws(VHCIError) {
        let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.openingError(errno, path) }
        do throws(VHCIError) {
            // A vendor packet: make a primary controller.
            guard Self.write([0xFF, 0x00], to: descriptor) else {
                throw .failed(path: path, step: "make an adapter", reason: systemWords(errno))
            }
            (index, early) = try Self.awaitIndex(descriptor, path)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The next packet of the host; nil when there is none at the moment.
    func read() -> [UInt8]? { Self.read(descriptor) }

    /// Hands a packet to the host; false when it does not take it, as while the adapter is switched off.
    func write(_ packet: [UInt8]) -> Bool { Self.write(packet, to: descriptor) }
}

extension VHCIDevice {
    private static func openingError(_ code: Int32, _ path: String) -> VHCIError {
        switch code {
        case ENOENT, ENODEV, ENXIO: .missing(path: path)
        case EACCES, EPERM: .notPermitted(path: path)
        default: .failed(path: path, step: "open the device", reason: systemWords(code))
        }
    }

    /// The kernel answers with the index, but the first commands may come before.
    private static func awaitIndex(_ descriptor: Int32, _ path: String) throws(VHCIError) -> (UInt16, [[UInt8]]) {
        var early: [[UInt8]] = []
        for _ in 0..<50 {
            while let packet = read(descriptor) {
                if packet.count == 4, packet[0] == 0xFF { return (UInt16(packet[2]) | UInt16(packet[3]) << 8, early) }
                early.append(packet)
            }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&entry, 1, 100)
        }
        throw .failed(path: path, step: "tell the adapter's index", reason: "no answer within 5 s")
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        // The longest packet of the kernel has 1028 bytes of data.
        var packet = [UInt8](repeating: 0, count: 2048)
        let count = unsafe Glibc.read(descriptor, &packet, packet.count)
        return count > 0 ? Array(packet.prefix(count)) : nil
    }

    private static func write(_ packet: [UInt8], to descriptor: Int32) -> Bool {
        unsafe packet.withUnsafeBytes { bytes in
            unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
        }
    }
}

func systemWords(_ code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    // `strerror` shares its buffer between threads.
    guard unsafe strerror_r(code, &text, text.count) == 0 else { return "error \(code)" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
