internal import FoundationEssentials
internal import Glibc
import MQTT

/// The files of a broker of our own; only their owner may read them.
struct BrokerDirectory {
    let path: String

    /// The broker's address with user and password, for other programs of the same owner.
    var urlFile: String { "\(path)/url" }
    var configurationFile: String { "\(path)/mosquitto.conf" }
    var passwordFile: String { "\(path)/passwords" }
    var processFile: String { "\(path)/mosquitto.pid" }
    var logFile: String { "\(path)/mosquitto.log" }
    /// What the log was before it grew too long.
    var oldLogFile: String { "\(path)/mosquitto.log.1" }

    func create() throws(PrivateBrokerError) {
        do {
            let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: mode)
        } catch { throw .cannotWrite(path, reason: unsafe String(cString: strerror(errno))) }
    }

    func write(_ text: String, to file: String) throws(PrivateBrokerError) {
        let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8), attributes: mode) else {
            throw .cannotWrite(file, reason: unsafe String(cString: strerror(errno)))
        }
    }

    func read(_ file: String) -> String? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        return String(text.prefix { !$0.isNewline })
    }

    func remove(_ file: String) { _ = unsafe unlink(file) }

    /// The connection kept from an earlier start.
    var connection: MQTTConfiguration? { read(urlFile).flatMap { try? MQTTConfiguration(url: $0) } }

    /// The process of an earlier run that still uses this directory.
    var runningProcess: Int32? {
        guard let process = read(processFile).flatMap({ Int32($0) }), kill(process, 0) == 0 else { return nil }
        // The number may belong to another program by now.
        let arguments = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
        return arguments?.contains(configurationFile) == true ? process : nil
    }

    /// Writes the broker's configuration.
    ///
    /// Its limits are raised because the usual ones (20 in flight, 1000 queued) make it drop messages in a burst;
    /// `set_tcp_nodelay` saves pauses of 40 ms.
    func configure(port: UInt16, access: [String]) throws(PrivateBrokerError) {
        // As root, mosquitto would change to a user that cannot read the directory; otherwise it ignores the line.
        let text = """
            # Written anew at each start.
            listener \(port) \(Loopback.address)
            user root
            \(access.joined(separator: "\n"))
            persistence true
            persistence_location \(path)/
            autosave_interval 60
            persistent_client_expiration \(BrokerLimits.sessionDays)d
            max_inflight_messages 0
            max_inflight_bytes \(BrokerLimits.inflightBytes)
            max_queued_messages \(BrokerLimits.queuedMessages)
            max_queued_bytes \(BrokerLimits.queuedBytes)
            max_packet_size \(BrokerLimits.packet)
            set_tcp_nodelay true
            log_dest stderr
            log_timestamp_format %Y-%m-%dT%H:%M:%S

            """
        try write(text, to: configurationFile)
    }
}
