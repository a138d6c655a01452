internal import CMosquitto
internal import Glibc
internal import Messages

extension MosquittoHandle {
    /// Sets everything that holds for all connections of this client.
    func configure(_ configuration: MQTTConfiguration, will: Message?) throws(MQTTError) {
        // Makes the library queue its packets, the acknowledgements above all, until `write()`.
        try check(unsafe mosquitto_threaded_set(pointer, true))
        try set(MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
        try set(MOSQ_OPT_RECEIVE_MAXIMUM, Int32(configuration.receiveMaximum))
        try set(MOSQ_OPT_SEND_MAXIMUM, Int32(UInt16.max))
        try set(MOSQ_OPT_TCP_NODELAY, 1)
        if let user = configuration.username {
            try check(unsafe mosquitto_username_pw_set(pointer, user, configuration.password?.value))
        }
        if let tls = configuration.tls { try encrypt(tls) }
        if let will { try set(will) }
    }

    private func set(_ option: mosq_opt_t, _ value: Int32) throws(MQTTError) {
        try check(unsafe mosquitto_int_option(pointer, option, value))
    }

    private func set(_ will: Message) throws(MQTTError) {
        let code = unsafe will.payload.withUnsafeBytes { bytes in
            unsafe mosquitto_will_set_v5(
                pointer,
                will.topic,
                Int32(clamping: bytes.count),
                bytes.baseAddress,
                Int32(will.quality.rawValue),
                will.retained,
                nil
            )
        }
        guard code != MOSQ_ERR_INVAL.rawValue else { throw .badSetting("\"\(will.topic)\" is no topic for a will") }
        try check(code)
    }

    private func encrypt(_ tls: MQTTConfiguration.TLS) throws(MQTTError) {
        for case let file? in [tls.authorities, tls.certificate, tls.key] {
            guard unsafe access(file, R_OK) == 0 else { throw .badSetting("cannot read \(file) for the encryption") }
        }
        guard (tls.certificate == nil) == (tls.key == nil) else {
            throw .badSetting("a client's certificate and its key go together")
        }
        if tls.authorities == nil { try set(MOSQ_OPT_TLS_USE_OS_CERTS, 1) }
        if tls.authorities != nil || tls.certificate != nil {
            let folder = tls.authorities == nil ? "/etc/ssl/certs" : nil
            try check(unsafe mosquitto_tls_set(pointer, tls.authorities, folder, tls.certificate, tls.key, nil))
        }
        try check(unsafe mosquitto_tls_insecure_set(pointer, tls.allowsOtherHostNames))
    }
}
