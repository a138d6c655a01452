internal import Messages
internal import Tracking

extension MQTTConfiguration {
    /// Refuses what the protocol could not make use of.
    func validate() throws(MQTTError) {
        let seconds = keepAlive.milliseconds / 1000
        guard (5...65535).contains(seconds) else {
            throw .badSetting("the keep-alive of the connection to the broker must be from 5 to 65535 seconds")
        }
        let places = [place] + others
        let isPlaced = places.allSatisfy { !$0.host.isEmpty && $0.port > 0 } && firstPlace >= 0
        guard isPlaced else { throw .badSetting("the broker needs a host and a port") }
        guard TopicCheck.isText(username ?? "") else {
            throw .badSetting("a user's name for the broker cannot hold control characters, nor more than 65535 bytes")
        }
        guard (password?.value.utf8.count ?? 0) <= TopicCheck.mostBytes else {
            throw .badSetting("a password for the broker cannot have more than 65535 bytes")
        }
        guard batchLimit > 0, queueLimit > 0, sendingWindow > 0, receiveMaximum > 0 else {
            throw .badSetting("the limits of a connection to the broker must be at least 1")
        }
        guard backoff.first > .zero, backoff.most >= backoff.first else {
            throw .badSetting("the waits between attempts to connect must be positive and grow")
        }
    }
}

extension BusSession {
    /// Refuses a session that no broker would know by name.
    func validate() throws(MQTTError) {
        guard !clientID.isEmpty else { throw .badSetting("a session with a broker needs a client's name") }
        guard !clientID.utf8.contains(0) else { throw .badSetting("a client's name cannot hold a zero byte") }
        guard TopicCheck.isText(clientID) else { throw .badSetting("\"\(clientID)\" cannot be a client's name") }
    }
}
