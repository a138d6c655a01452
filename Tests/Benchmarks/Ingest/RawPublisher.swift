import Glibc

/// A publisher that does nothing but write prepared packets to a socket and count the broker's answers.
struct RawPublisher: ~Copyable {
    private let socket: Int32
    /// So many messages are on their way to the broker at once.
    private let window = 2000

    /// The broker did not do as a broker does.
    struct Trouble: Error, CustomStringConvertible {
        let description: String
    }

    /// Connects to a broker on this machine.
    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Trouble(description: "the broker's port \(port) does not answer") }
        let hello = Packets.connect("bench-publisher")
        _ = unsafe Glibc.write(socket, hello, hello.count)
        var answer: [UInt8] = [0, 0, 0, 0]
        guard unsafe recv(socket, &answer, 4, Int32(MSG_WAITALL)) == 4, answer[0] == 0x20, answer[3] == 0
        else {
            throw Trouble(description: "the broker refuses the publisher")
        }
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    deinit { close(socket) }

    /// Sends all packets and returns when the broker has acknowledged each.
    func publish(_ packets: Packets) throws {
        var (sent, complete, answered, rest) = (0, 0, 0, 0)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while answered < packets.ends.count {
            let limit = packets.ends[min(packets.ends.count, answered + window) - 1]
            var descriptor = pollfd(fd: socket, events: Int16(sent < limit ? POLLIN | POLLOUT : POLLIN), revents: 0)
            guard unsafe poll(&descriptor, 1, 30_000) > 0 else {
                throw Trouble(description: "the broker acknowledges nothing any more")
            }
            if descriptor.revents & Int16(POLLOUT) != 0 {
                sent += write(packets.bytes, from: sent, to: limit)
                while complete < packets.ends.count, packets.ends[complete] <= sent { complete += 1 }
            }
            guard descriptor.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
            let count = unsafe read(socket, &buffer, buffer.count)
            guard count > 0 else { throw Trouble(description: "the broker has hung up") }
            // Every packet that comes is a PUBACK of four bytes.
            (answered, rest) = (answered + (rest + count) / 4, (rest + count) % 4)
        }
    }

    private func write(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe Glibc.write(socket, buffer.baseAddress?.advanced(by: start), min(65_536, end - start))
        }
        return max(0, count)
    }
}
