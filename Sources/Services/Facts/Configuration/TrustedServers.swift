extension FactConfiguration {
    /// Servers of calendars in one's own network that the administrator lets people connect, by scheme, host and port.
    public struct TrustedServers: Hashable, Sendable {
        private var origins: Set<String> = []

        /// None: what people connect has to be on the internet.
        public init() {}

        /// Adds the server of an address of http or https.
        mutating func add(_ address: String) { if let origin = FactAddress.origin(address) { origins.insert(origin) } }

        /// Whether a calendar is on one of them.
        public func has(_ calendar: ConnectedCalendar) -> Bool {
            calendar.origin.map { origins.contains($0) } ?? false
        }
    }
}
