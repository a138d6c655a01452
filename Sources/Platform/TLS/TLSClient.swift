/// A client's end of a connection with TLS, which neither reads nor writes anything but memory.
///
/// What it has for the network is in ``pending``, also after it has failed: the alert that TLS has for it.
public final class TLSClient {
    private let connection: TLSConnection

    /// As long as the longest record.
    private static let piece = 16 * 1024

    /// A connection to the server of a name or an address, which its certificate must be made out for if so told.
    ///
    /// - Throws: ``TLSFailure`` without memory, or for what is no name.
    public init(_ trust: TLSTrust, host: String, checksHost: Bool = true) throws(TLSFailure) {
        guard let connection = trust.open(to: host, isChecked: checksHost) else {
            throw TLSFailure(reason: "\"\(host)\" is no name of a server")
        }
        self.connection = connection
    }

    /// Goes on with the handshake; tells whether it is done.
    ///
    /// - Throws: ``TLSFailure`` for a server that is not to be trusted, or does not speak TLS.
    public func shakeHands() throws(TLSFailure) -> Bool {
        switch connection.shakeHands() {
        case .done: true
        case .waits: false
        case .ended, .failed: throw TLSFailure(reason: connection.clientReason())
        }
    }

    /// Takes what came from the network.
    ///
    /// - Throws: ``TLSFailure`` without memory.
    public func feed(_ bytes: UnsafeRawBufferPointer) throws(TLSFailure) {
        guard unsafe connection.feed(bytes) else { throw TLSFailure(reason: "there is no memory left") }
    }

    /// How much could be read.
    public enum Reading: Hashable, Sendable {
        case bytes(Int)
        /// More has to come from the network.
        case waits
        /// The server has said that it ends.
        case ended
    }

    /// Writes what the server has said into the room, which must not be empty.
    ///
    /// - Throws: ``TLSFailure`` for what breaks the rules.
    public func read(into room: UnsafeMutableRawBufferPointer) throws(TLSFailure) -> Reading {
        let (outcome, count) = unsafe connection.read(room)
        switch outcome {
        case .done: return .bytes(count)
        case .waits: return .waits
        case .ended: return .ended
        case .failed: throw TLSFailure(reason: connection.clientReason())
        }
    }

    /// Encrypts the bytes and appends what comes of them, and all else that waits for the network.
    ///
    /// - Throws: ``TLSFailure`` when the connection has failed already.
    public func seal(_ bytes: UnsafeRawBufferPointer, onto sealed: inout [UInt8]) throws(TLSFailure) {
        // Record by record, as OpenSSL never gives back the room that it once took.
        var begin = 0
        while begin < bytes.count {
            let end = min(begin + Self.piece, bytes.count)
            guard unsafe connection.write(UnsafeRawBufferPointer(rebasing: bytes[begin..<end])) == .done else {
                throw TLSFailure(reason: connection.clientReason())
            }
            drain(onto: &sealed)
            begin = end
        }
        drain(onto: &sealed)
    }

    /// Bytes that wait for the network.
    public var pending: Int { connection.pending }

    /// Appends what waits for the network.
    public func drain(onto sealed: inout [UInt8]) {
        let count = connection.pending
        guard count > 0 else { return }
        let begin = sealed.count
        sealed.append(contentsOf: repeatElement(0, count: count))
        unsafe sealed.withUnsafeMutableBytes { bytes in
            _ = unsafe connection.drain(UnsafeMutableRawBufferPointer(rebasing: bytes[begin...]))
        }
    }

    /// Says goodbye; that waits for the network.
    public func sayGoodbye() { connection.sayGoodbye() }
}

@available(*, unavailable)
extension TLSClient: Sendable {}
