public import JSON

/// The clients of the private broker that runs beside this console, as the routes know them.
public struct BrokerDesk: Sendable {
    /// Where the broker is found, and its clients, each as `broker list --json` prints it.
    let list: @Sendable () throws -> Listing
    /// Lets a client in that was not known.
    let add: @Sendable (Wish) async throws(Refusal) -> JSONValue
    /// Gives a user another password.
    let rotate: @Sendable (String) async throws(Refusal) -> JSONValue
    /// Lets a user in no more.
    let revoke: @Sendable (String) async throws(Refusal) -> Void

    /// Clients by what lists and changes them; credentials are as `broker add --json` prints them.
    public init(
        list: @escaping @Sendable () throws -> Listing,
        add: @escaping @Sendable (Wish) async throws(Refusal) -> JSONValue,
        rotate: @escaping @Sendable (String) async throws(Refusal) -> JSONValue,
        revoke: @escaping @Sendable (String) async throws(Refusal) -> Void
    ) {
        (self.list, self.add, self.rotate, self.revoke) = (list, add, rotate, revoke)
    }

    /// The broker, and who may connect to it.
    public struct Listing: Sendable {
        let url: String
        let authority: String?
        let clients: [JSONValue]

        /// An address without a password, the certificate that vouches for it (PEM) where other machines may connect,
        /// and the clients.
        public init(url: String, authority: String?, clients: [JSONValue]) {
            (self.url, self.authority, self.clients) = (url, authority, clients)
        }
    }

    /// A client that somebody wants to let in.
    public struct Wish: Hashable, Sendable {
        public let kind: Kind
        /// `OWNER/DEVICE` of a tracker or phone, the owner of a guard, else a name.
        public let subject: String

        /// The kinds of `broker add`.
        public enum Kind: String, CaseIterable, Sendable {
            case tracker, phone, gateway, subscriber, `guard`, station, service
        }
    }

    /// Why nothing was changed.
    public enum Refusal: Error, Hashable, Sendable {
        /// The name is none of that kind.
        case wrong(String)
        case unknown(String)
        case taken(String)
        /// The broker cannot be asked, or refuses.
        case failed(String)
    }
}
