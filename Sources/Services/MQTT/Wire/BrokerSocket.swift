internal import Glibc

/// Sole owner of a socket that is connected to a broker and does not block.
struct BrokerSocket: ~Copyable {
    let descriptor: Int32

    private init(_ family: Int32) throws(Failure) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw Failure(cause: errno) }
        // What is written is written as a whole; it must not wait for the answer to what was written before.
        var isOn: Int32 = 1
        _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// An error number of the system.
    struct Failure: Error { let cause: Int32 }

    /// Connects to the first address of the host that takes it; blocks while the name is looked up, and at each address
    /// for as long as told at most.
    ///
    /// - Throws: ``MQTTError`` for the last address when none does.
    static func connect(
        to configuration: MQTTConfiguration, within patience: Duration
    ) throws(MQTTError) -> BrokerSocket {
        var failure = Failure(cause: ECONNREFUSED)
        for address in try BrokerAddress.all(of: configuration.host, port: configuration.port) {
            do throws(Failure) {
                let socket = try BrokerSocket(address.family)
                try socket.connect(to: address, within: patience)
                return socket
            } catch { failure = error }
        }
        throw MQTTError(failure.cause, at: configuration.address)
    }

    private func connect(to address: BrokerAddress, within patience: Duration) throws(Failure) {
        let code = address.connect(descriptor)
        if code == 0 { return }
        guard code == EINPROGRESS || code == EINTR else { throw Failure(cause: code) }
        guard Poll.wait([(descriptor, Int16(POLLOUT))], for: patience) != [0] else { throw Failure(cause: ETIMEDOUT) }
        var cause: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &cause, &size) == 0 else {
            throw Failure(cause: errno)
        }
        guard cause == 0 else { throw Failure(cause: cause) }
    }

    /// How a transfer of bytes went.
    enum Outcome {
        case bytes(Int)
        /// Nothing more can be read, or written, at the moment.
        case waits
        case failed(Int32)
    }

    /// Reads what has come; 0 bytes are the end.
    func receive(into room: UnsafeMutableRawBufferPointer) -> Outcome {
        repeat {
            let count = unsafe recv(descriptor, room.baseAddress, room.count, 0)
            if count >= 0 { return .bytes(count) }
        } while errno == EINTR
        return errno == EAGAIN || errno == EWOULDBLOCK ? .waits : .failed(errno)
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        repeat {
            let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return .bytes(count) }
        } while errno == EINTR
        return errno == EAGAIN || errno == EWOULDBLOCK ? .waits : .failed(errno)
    }

    /// Says that nothing more will be sent, and waits until the broker has hung up, too.
    ///
    /// A socket that is closed with something unread resets the connection, and what was sent may be lost with it.
    func drain(until deadline: ContinuousClock.Instant) {
        shutdown(descriptor, Int32(SHUT_WR))
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let rest = ContinuousClock.now.duration(to: deadline)
            guard rest > .zero, Poll.wait([(descriptor, Int16(POLLIN))], for: rest) != [0] else { return }
            guard case .bytes(let count) = unsafe buffer.withUnsafeMutableBytes({ unsafe receive(into: $0) }), count > 0
            else { return }
        }
    }
}

extension MQTTError {
    /// What an error number of the system means for a connection.
    init(_ cause: Int32, at address: String) {
        switch cause {
        case ECONNREFUSED: self = .refused(address: address)
        case ECONNRESET, EPIPE: self = .lost(address: address)
        default: self = .unreachable(address: address, reason: unsafe String(cString: strerror(cause)))
        }
    }
}
