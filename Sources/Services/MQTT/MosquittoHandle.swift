internal import CMosquitto
internal import Glibc
internal import Messages

/// Sole owner of a client object of libmosquitto; stays on the thread that made it.
@safe
struct MosquittoHandle: ~Copyable {
    let pointer: OpaquePointer
    /// Host and port, for messages to people.
    let address: String
    let inbox: Inbox

    /// The library's own set-up, which it wants once and not from two threads.
    private static let libraryIsReady = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue

    init(clientID: String, persistent: Bool, address: String) throws(MQTTError) {
        guard Self.libraryIsReady else { throw .outOfMemory }
        let inbox = Inbox()
        let context = unsafe Unmanaged.passUnretained(inbox).toOpaque()
        guard let pointer = unsafe mosquitto_new(clientID, !persistent, context) else {
            throw errno == EINVAL ? .badSetting("\"\(clientID)\" cannot be a client's name") : .outOfMemory
        }
        unsafe (self.pointer, self.address, self.inbox) = (pointer, address, inbox)
        unsafe Callbacks.install(on: pointer)
    }

    deinit { unsafe mosquitto_destroy(pointer) }

    /// The connection's socket; `nil` while there is none.
    var socket: Int32? {
        let socket = unsafe mosquitto_socket(pointer)
        return socket >= 0 ? socket : nil
    }

    var wantsToWrite: Bool { unsafe mosquitto_want_write(pointer) }

    /// Whether the other side has closed the connection, or reset it.
    var hasHungUp: Bool {
        guard let socket else { return false }
        // POLLRDHUP of Linux, which the C library shows only to those who ask it for GNU's extensions.
        let peerHasHungUp: Int16 = 0x2000
        return Poll.wait([(socket, peerHasHungUp)], for: .zero)[0] & (peerHasHungUp | Int16(POLLHUP | POLLERR)) != 0
    }

    /// Reads a packet, or as many as there are messages in flight; tells whether there may be more.
    ///
    /// What came is known by what it left in the inbox.
    func read() throws(MQTTError) -> Bool {
        let code = unsafe mosquitto_loop_read(pointer, 1)
        let isEmpty = errno == EAGAIN
        try check(code)
        return !isEmpty
    }

    /// Sends what is queued, acknowledgements included, as far as the socket takes it.
    func write() throws(MQTTError) {
        guard wantsToWrite, let socket else { return }
        // The library writes packet by packet; corked, a batch's acknowledgements travel together.
        cork(socket, true)
        defer { cork(socket, false) }
        try check(unsafe mosquitto_loop_write(pointer, 1))
    }

    /// Keeps the connection alive; wanted about each second.
    func maintain() throws(MQTTError) { try check(unsafe mosquitto_loop_misc(pointer)) }

    /// Hands a message to the library, which keeps one of quality 1 until the broker has confirmed it.
    func publish(_ message: Message) throws(MQTTError) {
        // A zero would end the topic early in C.
        guard !message.topic.utf8.contains(0) else { throw .badSetting("a topic cannot hold a zero byte") }
        var identifier: Int32 = 0
        let code = unsafe message.payload.withUnsafeBytes { bytes in
            unsafe mosquitto_publish_v5(
                pointer,
                &identifier,
                message.topic,
                Int32(clamping: bytes.count),
                bytes.baseAddress,
                Int32(message.quality.rawValue),
                message.retained,
                nil
            )
        }
        // Without a connection the library keeps the message all the same.
        if code != MOSQ_ERR_NO_CONN.rawValue { try check(code) }
        if message.quality > .atMostOnce { inbox.sent(message, as: identifier) }
    }

    func subscribe(_ subscription: BusSession.Subscription) throws(MQTTError) {
        var identifier: Int32 = 0
        let quality = Int32(subscription.quality.rawValue)
        let options = subscription.options.bits
        let code = unsafe mosquitto_subscribe_v5(pointer, &identifier, subscription.filter, quality, options, nil)
        guard code != MOSQ_ERR_INVAL.rawValue else {
            throw .badSetting("\"\(subscription.filter)\" is no topic filter")
        }
        try check(code)
        inbox.asked(identifier, filter: subscription.filter)
    }

    private func cork(_ socket: Int32, _ isCorked: Bool) {
        var value: Int32 = isCorked ? 1 : 0
        _ = unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

extension BusSession.Subscription.Options {
    /// The same for the library.
    fileprivate var bits: Int32 {
        var bits: Int32 = 0
        if contains(.othersOnly) { bits |= Int32(MQTT_SUB_OPT_NO_LOCAL.rawValue) }
        if contains(.keepsRetained) { bits |= Int32(MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue) }
        return bits
    }
}

extension MosquittoHandle {
    /// Throws unless the library's return code tells success; to be called at once, while `errno` still belongs to it.
    func check(_ code: Int32) throws(MQTTError) {
        guard code != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw error(code, cause: errno)
    }

    private func error(_ code: Int32, cause: Int32) -> MQTTError {
        switch mosq_err_t(rawValue: code) {
        case MOSQ_ERR_NOMEM: .outOfMemory
        case MOSQ_ERR_ERRNO where cause == ECONNREFUSED: .refused(address: address)
        case MOSQ_ERR_ERRNO where cause == ECONNRESET || cause == EPIPE: .lost(address: address)
        case MOSQ_ERR_ERRNO: .unreachable(address: address, reason: unsafe String(cString: strerror(cause)))
        case MOSQ_ERR_EAI: .unknownHost(String(address.prefix { $0 != ":" }))
        case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN, MOSQ_ERR_KEEPALIVE: .lost(address: address)
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
            .encryption(address: address, reason: inbox.complaint ?? Self.text(error: code))
        default: .library(address: address, reason: Self.text(error: code))
        }
    }

    /// The library's words for one of its return codes, for the end of a sentence.
    private static func text(error code: Int32) -> String { clause(unsafe String(cString: mosquitto_strerror(code))) }

    /// MQTT's words for a reason code, for the end of a sentence.
    static func text(reason code: Int32) -> String { clause(unsafe String(cString: mosquitto_reason_string(code))) }

    /// A sentence of the library's as the end of one of ours.
    static func clause(_ sentence: String) -> String {
        let words = sentence.last == "." ? sentence.dropLast() : sentence[...]
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
