public import Tracking

/// Who has a passcode checked, for sharing out that work.
public enum PasscodeCaller: Hashable, Sendable {
    /// A device that somebody has logged in from, by its account, or this machine.
    case known(String)
    /// Anybody else, by the network.
    case stranger(String)
}

extension AccessControl {
    /// Sorts in who wants a passcode checked, before any work is done for it; without a name it is the only account
    /// that has one.
    ///
    /// - Throws: ``AccessError/locked(until:)`` for one who is locked out.
    public func caller(
        _ name: String?, from source: String, device: AccessSecret?, at now: Timestamp
    ) throws(AccessError) -> PasscodeCaller {
        let account = try database.read { try $0.account(named: name) }
        let mail = name.flatMap { MailAddress($0) }
        return try arrive(account?.text ?? name ?? "", mail: mail, from: source, device, at: now).caller
    }
}

extension PasscodeCaller {
    /// Somebody of whom nothing is known but the address.
    public init(source: String) {
        guard let address = NetworkAddress(source) else {
            self = .stranger(source.excerpt(64))
            return
        }
        self = address.isLoopback ? .known("this machine") : .stranger("\(address.network)")
    }
}

extension Visitor {
    fileprivate var caller: PasscodeCaller {
        if isKnownDevice, let account { return .known("account:\(account)") }
        return PasscodeCaller(source: source)
    }
}
