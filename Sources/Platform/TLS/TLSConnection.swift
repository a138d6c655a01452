internal import COpenSSL

/// One end of a connection with TLS, which neither reads nor writes anything but memory.
@safe struct TLSConnection: ~Copyable {
    private let pointer: OpaquePointer

    enum Outcome {
        case done
        /// More has to come from the network.
        case waits
        /// The other side has said that it ends.
        case ended
        case failed
    }

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe tagalong_tls_free(pointer) }

    /// Takes what came from the network; false without memory.
    func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe tagalong_tls_feed(pointer, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count) == 1
    }

    var pending: Int { unsafe tagalong_tls_pending(pointer) }

    /// Writes what waits for the network; returns how many bytes.
    func drain(_ room: UnsafeMutableRawBufferPointer) -> Int {
        unsafe tagalong_tls_take(pointer, room.bindMemory(to: UInt8.self).baseAddress, room.count)
    }

    func shakeHands() -> Outcome { Self.outcome(unsafe tagalong_tls_handshake(pointer)) }

    /// Writes what the other side has said; returns how many bytes.
    func read(_ room: UnsafeMutableRawBufferPointer) -> (outcome: Outcome, count: Int) {
        var count = 0
        let address = unsafe room.bindMemory(to: UInt8.self).baseAddress
        let outcome = Self.outcome(unsafe tagalong_tls_read(pointer, address, room.count, &count))
        return (outcome, outcome == .done ? count : 0)
    }

    /// Whether anything is left to read of what came.
    var hasMore: Bool { unsafe tagalong_tls_has_more(pointer) == 1 }

    /// Encrypts; what comes of it waits for the network.
    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        Self.outcome(unsafe tagalong_tls_write(pointer, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
    }

    func sayGoodbye() { unsafe tagalong_tls_goodbye(pointer) }

    /// Why the last operation failed, in OpenSSL's words.
    static func reason() -> String {
        var text = [CChar](repeating: 0, count: 120)
        unsafe tagalong_tls_reason(&text, text.count)
        return string(text)
    }

    /// The same at a client's end, where it may be what is wrong with the server's certificate.
    func clientReason() -> String {
        var text = [CChar](repeating: 0, count: 160)
        unsafe tagalong_tls_client_reason(pointer, &text, text.count)
        return Self.string(text)
    }

    private static func string(_ text: [CChar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func outcome(_ outcome: tagalong_tls_outcome) -> Outcome {
        switch outcome {
        case TAGALONG_TLS_DONE: .done
        case TAGALONG_TLS_WAITS: .waits
        case TAGALONG_TLS_ENDED: .ended
        default: .failed
        }
    }
}
