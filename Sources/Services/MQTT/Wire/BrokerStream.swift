internal import Glibc
internal import TLS

/// The bytes to and from a broker, encrypted or not; nothing blocks but opening it.
final class BrokerStream {
    private let socket: BrokerSocket
    private let encryption: TLSClient?
    private let address: String
    /// What came encrypted.
    private var incoming: [UInt8] = []
    /// What is encrypted and has not left.
    private var sealed: [UInt8] = []
    private var sealedSent = 0
    /// The broker takes nothing more; what it has said can still be read.
    private(set) var isBroken = false

    private static let piece = 64 * 1024

    /// Connects, and agrees on the encryption if there is to be one.
    ///
    /// - Throws: ``MQTTError``.
    init(_ configuration: MQTTConfiguration) throws(MQTTError) {
        address = configuration.address
        let trust = try configuration.tls?.trust(address: address)
        socket = try BrokerSocket.connect(to: configuration, within: configuration.answerTimeout)
        guard let trust, let tls = configuration.tls else {
            encryption = nil
            return
        }
        do throws(TLSFailure) {
            encryption = try TLSClient(trust, host: configuration.host, checksHost: !tls.allowsOtherHostNames)
        } catch { throw .encryption(address: address, reason: error.reason) }
        incoming = [UInt8](repeating: 0, count: Self.piece)
        try shakeHands(until: .now + configuration.answerTimeout)
    }

    var descriptor: Int32 { socket.descriptor }

    /// Whether something is left that the socket did not take.
    var hasUnsent: Bool { sealedSent < sealed.count || encryption.map { $0.pending > 0 } ?? false }

    /// Puts what has come behind what the reader has; false when there is nothing at the moment.
    ///
    /// - Throws: ``MQTTError/lost(address:)`` at the end, or another.
    func receive(into reader: inout PacketReader) throws(MQTTError) -> Bool {
        guard encryption == nil else { return try unseal(into: &reader) }
        let outcome = unsafe reader.fill { room in
            let outcome = unsafe socket.receive(into: room)
            if case .bytes(let count) = outcome { return (count, outcome) }
            return (0, outcome)
        }
        return try hasCome(outcome)
    }

    private func hasCome(_ outcome: BrokerSocket.Outcome) throws(MQTTError) -> Bool {
        switch outcome {
        case .bytes(0): throw .lost(address: address)
        case .bytes: true
        case .waits: false
        case .failed(let cause): throw MQTTError(cause, at: address)
        }
    }

    /// Writes as much as the socket takes.
    ///
    /// A broker that has hung up takes nothing; what it has said before is still there to be read, and then the end.
    func send(_ writer: inout PacketWriter) throws(MQTTError) {
        guard encryption == nil else { return try seal(&writer) }
        guard !isBroken, !writer.isEmpty else { return }
        var failure: MQTTError?
        unsafe writer.send { bytes in
            let (count, cause) = unsafe write(bytes)
            failure = cause
            return count
        }
        if let failure { throw failure }
    }

    /// Writes, and returns how many bytes, or why none.
    private func write(_ bytes: UnsafeRawBufferPointer) -> (count: Int, failure: MQTTError?) {
        switch unsafe socket.send(bytes) {
        case .bytes(let count): return (count, nil)
        case .waits: return (0, nil)
        case .failed(EPIPE), .failed(ECONNRESET):
            isBroken = true
            return (0, nil)
        case .failed(let cause): return (0, MQTTError(cause, at: address))
        }
    }

    /// Says no more, and waits shortly until the broker has hung up.
    func end(by deadline: ContinuousClock.Instant) {
        if let encryption {
            encryption.sayGoodbye()
            var nothing = PacketWriter()
            try? send(&nothing)
        }
        socket.drain(until: deadline)
    }
}

/// With encryption.
extension BrokerStream {
    private func shakeHands(until deadline: ContinuousClock.Instant) throws(MQTTError) {
        guard let encryption else { return }
        while true {
            let isDone: Bool
            do throws(TLSFailure) { isDone = try encryption.shakeHands() } catch {
                // The alert.
                try? flush()
                throw .encryption(address: address, reason: error.reason)
            }
            try flush()
            if isDone { return }
            let rest = ContinuousClock.now.duration(to: deadline)
            let events = Int16(hasUnsent ? POLLIN | POLLOUT : POLLIN)
            guard rest > .zero, Poll.wait([(descriptor, events)], for: rest) != [0] else {
                throw .noAnswer(address: address)
            }
            do throws(MQTTError) { _ = try feed() } catch {
                guard case .lost = error else { throw error }
                throw .encryption(address: address, reason: "unexpected eof while reading")
            }
        }
    }

    /// Takes what has come from the socket; false when there is nothing.
    private func feed() throws(MQTTError) -> Bool {
        guard let encryption else { return false }
        let outcome = unsafe incoming.withUnsafeMutableBytes { unsafe socket.receive(into: $0) }
        guard try hasCome(outcome), case .bytes(let count) = outcome else { return false }
        let failure: TLSFailure? = unsafe incoming.withUnsafeBytes { bytes in
            do throws(TLSFailure) {
                try unsafe encryption.feed(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                return nil
            } catch { return error }
        }
        if let failure { throw .encryption(address: address, reason: failure.reason) }
        return true
    }

    private func unseal(into reader: inout PacketReader) throws(MQTTError) -> Bool {
        guard let encryption else { return false }
        while true {
            let result = unsafe reader.fill { room -> (count: Int, outcome: Result<TLSClient.Reading, TLSFailure>) in
                do throws(TLSFailure) {
                    let reading = try unsafe encryption.read(into: room)
                    if case .bytes(let count) = reading { return (count, .success(reading)) }
                    return (0, .success(reading))
                } catch { return (0, .failure(error)) }
            }
            switch result {
            case .success(.bytes): return true
            case .success(.waits): guard try feed() else { return false }
            case .success(.ended): throw .lost(address: address)
            case .failure(let failure):
                try? flush()
                throw .encryption(address: address, reason: failure.reason)
            }
        }
    }

    private func seal(_ writer: inout PacketWriter) throws(MQTTError) {
        guard let encryption else { return }
        try flush()
        // What the socket does not take yet waits as it was written.
        guard !hasUnsent, !isBroken, !writer.isEmpty else { return }
        var failure: TLSFailure?
        unsafe writer.send { bytes in
            do throws(TLSFailure) { try unsafe encryption.seal(bytes, onto: &sealed) } catch { failure = error }
            return bytes.count
        }
        if let failure { throw .encryption(address: address, reason: failure.reason) }
        try flush()
    }

    /// Sends what is encrypted, as far as the socket takes it.
    private func flush() throws(MQTTError) {
        guard let encryption else { return }
        encryption.drain(onto: &sealed)
        guard sealedSent < sealed.count, !isBroken else { return }
        let begin = sealedSent
        let (count, failure) = unsafe sealed.withUnsafeBytes { bytes in
            unsafe write(UnsafeRawBufferPointer(rebasing: bytes[begin...]))
        }
        if let failure { throw failure }
        sealedSent += count
        guard sealedSent == sealed.count else { return }
        sealed.removeAll(keepingCapacity: sealed.capacity <= Self.piece)
        sealedSent = 0
    }
}
