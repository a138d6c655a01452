internal import CMosquitto
internal import Glibc
internal import Messages
internal import Tracking

extension MosquittoHandle {
    /// Connects and asks for the subscriptions; blocks while names are looked up and the network answers.
    ///
    /// The subscriptions go out right behind the connection, as MQTT allows, so that they need not wait behind the
    /// acknowledgements of what a kept session sends first.
    func connect(_ configuration: MQTTConfiguration, session: BusSession) throws(MQTTError) {
        inbox.beginConnection()
        unsafe Callbacks.listen(to: pointer, configuration.tls != nil)
        try open(configuration, sessionExpiry: session.persistent ? configuration.sessionExpiry : .zero)
        for subscription in session.subscriptions { try subscribe(subscription) }
        try write()
    }

    private func open(_ configuration: MQTTConfiguration, sessionExpiry: Duration) throws(MQTTError) {
        var properties: OpaquePointer?
        defer { unsafe mosquitto_property_free_all(&properties) }
        let seconds = UInt32(clamping: sessionExpiry.milliseconds / 1000)
        let identifier = Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue)
        try check(unsafe mosquitto_property_add_int32(&properties, identifier, seconds))
        errno = 0
        let keepAlive = Int32(clamping: configuration.keepAlive.milliseconds / 1000)
        let host = configuration.host
        let port = Int32(configuration.port)
        try check(unsafe mosquitto_connect_bind_v5(pointer, host, port, keepAlive, nil, properties))
    }

    /// The session stands: the library's log is no longer of interest.
    func connected() { unsafe Callbacks.listen(to: pointer, false) }

    /// Takes leave of the broker, so that it does not publish the will, and waits shortly until it has heard it.
    ///
    /// Everything queued before leaves first, acknowledgements included.
    func disconnect(within limit: Duration = .milliseconds(500)) {
        guard let socket else { return }
        // The library closes the socket as soon as its words have left. With unread messages in it that would reset
        // the connection; the copy keeps it open until the broker has hung up.
        let copy = dup(socket)
        defer { if copy >= 0 { close(copy) } }
        guard unsafe mosquitto_disconnect_v5(pointer, 0, nil) == MOSQ_ERR_SUCCESS.rawValue else { return }
        let deadline = ContinuousClock.now + limit
        while let socket = self.socket, wantsToWrite, ContinuousClock.now < deadline {
            guard unsafe mosquitto_loop_write(pointer, 1) == MOSQ_ERR_SUCCESS.rawValue else { break }
            if self.socket != nil { _ = Poll.wait([(socket, Int16(POLLOUT))], for: .milliseconds(50)) }
        }
        shutdown(copy, Int32(SHUT_WR))
        drain(copy, until: deadline)
    }

    private func drain(_ socket: Int32, until deadline: ContinuousClock.Instant) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        repeat {
            let rest = deadline - ContinuousClock.now
            guard rest > .zero, Poll.wait([(socket, Int16(POLLIN))], for: rest) != [0] else { return }
        } while unsafe recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0
    }
}
