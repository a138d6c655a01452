/// What keeps a client from its broker, each a sentence for people.
public enum MQTTError: Error, Hashable, Sendable {
    /// A broker's URL (without the password), and what it must be.
    case badURL(String, String)
    /// A setting that cannot be used, and why.
    case badSetting(String)
    case outOfMemory
    case unknownHost(String)
    case refused(address: String)
    /// The network does not lead to the broker; with the system's reason.
    case unreachable(address: String, reason: String)
    case refusedUser(String?, address: String)
    /// The broker answered, and said no for another reason.
    case refusedByBroker(address: String, reason: String)
    case refusedSubscription(String, reason: String)
    case noAnswer(address: String)
    case encryption(address: String, reason: String)
    case lost(address: String)
    /// The broker ended the connection and gave a reason.
    case closedByBroker(address: String, reason: String)
    case sessionTaken(clientID: String, address: String)
    /// `run` was called a second time.
    case alreadyRun
    /// `drained()` was called by the handler, which it would wait for.
    case drainedInHandler
    /// What comes from the broker cannot be made use of.
    case library(address: String, reason: String)
}

extension MQTTError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badURL(let url, let reason): "the broker's address \"\(url)\" \(reason)"
        case .badSetting(let reason): reason
        case .outOfMemory: "there is no memory left for a connection to the broker"
        case .unknownHost(let host): "cannot resolve host \"\(host)\""
        case .refused(let address): "\(address) refuses the connection"
        case .unreachable(let address, let reason): "\(address) cannot be reached: \(reason)"
        case .refusedUser(let user?, let address): "the broker at \(address) refuses user \"\(user)\""
        case .refusedUser(nil, let address): "the broker at \(address) wants a user name and a password"
        case .refusedByBroker(let address, let reason): "the broker at \(address) refuses the session: \(reason)"
        case .refusedSubscription(let filter, let reason): "the broker refuses to subscribe \"\(filter)\": \(reason)"
        case .noAnswer(let address): "\(address) does not answer as a broker does"
        case .encryption(let address, let reason): "no encrypted connection to \(address): \(reason)"
        case .lost(let address): "the connection to \(address) broke"
        case .closedByBroker(let address, let reason): "the broker at \(address) ended the connection: \(reason)"
        case .sessionTaken(let id, let address): "another client took over the session \"\(id)\" at \(address)"
        case .alreadyRun: "a client runs once; make another for another run"
        case .drainedInHandler: "the handler of a run cannot wait for the run's queue to drain"
        case .library(let address, let reason): "the connection to \(address) failed: \(reason)"
        }
    }
}
