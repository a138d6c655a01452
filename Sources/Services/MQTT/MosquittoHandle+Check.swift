internal import CMosquitto
internal import Glibc

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
    private static func text(error code: Int32) -> String {
        clause(unsafe String(cString: mosquitto_strerror(code)))
    }

    /// MQTT's words for a reason code, for the end of a sentence.
    static func text(reason code: Int32) -> String {
        clause(unsafe String(cString: mosquitto_reason_string(code)))
    }

    /// A sentence of the library's as the end of one of ours.
    static func clause(_ sentence: String) -> String {
        let words = sentence.last == "." ? sentence.dropLast() : sentence[...]
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
