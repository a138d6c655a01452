internal import CMosquitto
internal import Messages

/// The functions the library calls, each a translation for the ``Inbox`` it got as user data.
///
/// `@Sendable` keeps them free of any actor: the library calls on the thread of the connection's loop.
enum Callbacks {
    static func install(on pointer: OpaquePointer) {
        unsafe mosquitto_connect_v5_callback_set(pointer, onConnected)
        unsafe mosquitto_disconnect_v5_callback_set(pointer, onDisconnected)
        unsafe mosquitto_subscribe_v5_callback_set(pointer, onSubscribed)
        unsafe mosquitto_publish_v5_callback_set(pointer, onPublished)
        unsafe mosquitto_message_callback_set(pointer, onReceived)
    }

    /// Listens to the library's log, which it formats for every packet: only worth it while encryption is set up.
    static func listen(to pointer: OpaquePointer, _ listens: Bool) {
        unsafe mosquitto_log_callback_set(pointer, listens ? onLogged : nil)
    }
}

private func inbox(_ context: UnsafeMutableRawPointer?) -> Inbox? {
    unsafe context.map { unsafe Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
}

@Sendable
private func onConnected(
    _: OpaquePointer?, context: UnsafeMutableRawPointer?, code: Int32, flags: Int32, _: OpaquePointer?
) {
    unsafe inbox(context)?.connectionAnswered(code: code, resumed: flags & 1 == 1)
}

@Sendable
private func onDisconnected(_: OpaquePointer?, context: UnsafeMutableRawPointer?, code: Int32, _: OpaquePointer?) {
    unsafe inbox(context)?.disconnected(code: code)
}

@Sendable
private func onSubscribed(
    _: OpaquePointer?,
    context: UnsafeMutableRawPointer?,
    identifier: Int32,
    count: Int32,
    granted: UnsafePointer<Int32>?,
    _: OpaquePointer?
) {
    let code = unsafe count > 0 ? granted?.pointee ?? 0 : 0
    unsafe inbox(context)?.subscriptionAnswered(identifier, code: code)
}

@Sendable
private func onPublished(
    _: OpaquePointer?, context: UnsafeMutableRawPointer?, identifier: Int32, code: Int32, _: OpaquePointer?
) {
    unsafe inbox(context)?.publicationAnswered(identifier, code: code)
}

@Sendable
private func onReceived(
    _: OpaquePointer?, context: UnsafeMutableRawPointer?, message: UnsafePointer<mosquitto_message>?
) {
    guard let message = unsafe message?.pointee, let topic = unsafe message.topic else { return }
    let bytes = unsafe UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
    unsafe inbox(context)?.received(
        Message(
            topic: String(cString: topic),
            payload: [UInt8](bytes),
            quality: message.qos == 0 ? .atMostOnce : .atLeastOnce,
            retained: message.retain
        )
    )
}

@Sendable
private func onLogged(_: OpaquePointer?, context: UnsafeMutableRawPointer?, level: Int32, text: UnsafePointer<CChar>?) {
    guard level == MOSQ_LOG_ERR, let text = unsafe text else { return }
    unsafe inbox(context)?.complained(String(cString: text))
}
