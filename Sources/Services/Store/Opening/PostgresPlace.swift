/// Which database on which server, for those who open no store there but have to name it.
public struct PostgresPlace: Hashable, Sendable, CustomStringConvertible {
    private let address: PostgresAddress

    /// Nil for what is no address of PostgreSQL, such as a file.
    public init?(_ text: String) {
        guard let address = PostgresAddress(text) else { return nil }
        self.address = address
    }

    /// Whether a text was meant as an address, and is none: it may have a password in it, and is no file's name.
    public static func isMisspelt(_ text: String) -> Bool {
        let lower = text.lowercased()
        guard PostgresAddress(text) == nil else { return false }
        return lower.hasPrefix("postgres:") || lower.hasPrefix("postgresql:") || lower.contains("password=")
    }

    /// The address as a person may see it, without its password.
    public var description: String { address.shown }

    /// A file name that no other place has, such as `postgres-tagalong-1f3a…`.
    public var fileName: String {
        // FNV-1a with 64 bits: the same on every machine, as that of Swift is not.
        let hash = address.shown.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return "postgres-" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
