/// Why a broker of our own does not run.
public enum PrivateBrokerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The program is in none of the directories searched.
    case notInstalled(program: String)
    case cannotStart(String, reason: String)
    case portBusy(UInt16, directory: String)
    /// The port of its encrypted listener is another program's.
    case listenerBusy(UInt16)
    /// A broker of an earlier run still holds the directory.
    case stillRunning(process: Int32, directory: String)
    case cannotWrite(String, reason: String)
    /// It ended by itself; with the last words of its log.
    case ended(String, log: String)
    case notAnswering(UInt16, log: String)

    public var description: String {
        switch self {
        case .notInstalled(let program): "\(program) is not installed (Debian packages: mosquitto, mosquitto-clients)"
        case .cannotStart(let program, let reason): "cannot start \(program): \(reason)"
        case .portBusy(let port, let directory):
            "port \(port) of the broker in \(directory) is taken by another program; free it or remove the file url there"
        case .listenerBusy(let port):
            "port \(port) of the broker's encrypted listener is taken by another program; "
                + "free it or choose another one with 'tagalong broker init --listen'"
        case .stillRunning(let process, let directory):
            "the broker of an earlier run still works in \(directory) as process \(process); end that first"
        case .cannotWrite(let file, let reason): "cannot write \(file): \(reason)"
        case .ended(let how, let log): "the broker \(how); its log is \(log)"
        case .notAnswering(let port, let log): "the broker does not answer on port \(port); its log is \(log)"
        }
    }
}
