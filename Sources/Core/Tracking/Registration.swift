/// What an owner's gateway tells a tracker to bind it.
public struct Registration: Hashable, Sendable {
    public let owner: Name
    /// What the tracker is called among the owner's devices.
    public let device: Name
    /// The gateway that binds it.
    public let gateway: Name
    /// Seconds between reports, 1 to 86,400; nil leaves the tracker's own habit.
    public let reportEvery: Int?
    /// Where the tracker's modem finds the broker, as a URL; nil for a tracker that is to use Bluetooth alone.
    public let broker: String?
    public let user: String?
    public let password: String?

    /// Why values cannot make a registration.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        /// The value that was refused.
        public let field: String
        /// What should have been there, as a noun phrase.
        public let expected: String

        public var description: String { "\(field) of the registration: \(expected) is expected" }
    }

    /// The longest broker address, in bytes of UTF-8.
    public static let longestBroker = 128
    /// The longest user name or password, in bytes of UTF-8.
    public static let longestCredential = 64

    /// - Throws: ``Invalid`` for an interval or a text out of its range.
    public init(
        owner: Name,
        device: Name,
        gateway: Name,
        reportEvery: Int? = nil,
        broker: String? = nil,
        user: String? = nil,
        password: String? = nil
    ) throws(Invalid) {
        if let reportEvery, !(1...86_400).contains(reportEvery) {
            throw Invalid(field: "report interval", expected: "a number of seconds from 1 to 86400")
        }
        try Self.check(broker, "broker", longest: Self.longestBroker)
        try Self.check(user, "user", longest: Self.longestCredential)
        try Self.check(password, "password", longest: Self.longestCredential)
        (self.owner, self.device, self.gateway) = (owner, device, gateway)
        (self.reportEvery, self.broker, self.user, self.password) = (reportEvery, broker, user, password)
    }

    /// The tracker as it is called from now on.
    public var tracker: DeviceID { DeviceID(owner: owner, device: device) }

    private static func check(_ text: String?, _ field: String, longest: Int) throws(Invalid) {
        guard let text else { return }
        guard (1...longest).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Invalid(field: field, expected: "a text of 1 to \(longest) bytes without control characters")
        }
    }
}

extension Registration: CustomStringConvertible {
    /// Without the password.
    public var description: String { "\(tracker) through \(gateway)" + (broker.map { ", broker \($0)" } ?? "") }
}
