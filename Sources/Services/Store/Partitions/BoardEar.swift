import Postgres

/// Hears what is told on an ``ErrandBoard``, over a connection of its own.
///
/// It is for one user, and blocks its thread while it waits.
public final class BoardEar {
    private let path: String
    private let connection: PostgresConnection
    /// How often it has waited in vain since the server was last asked whether it is there.
    private var silence = 0

    private static let patience = 5

    /// Begins to hear what is told from now on.
    ///
    /// - Throws: ``StoreError``.
    public init(path: String) throws {
        guard let address = PostgresAddress(path) else {
            throw StoreError(path: path, .unsupported("workers share a history in PostgreSQL only"))
        }
        self.path = address.shown
        do {
            connection = try address.connect(patience: Self.patience)
            try connection.run(script: "LISTEN \"\(Self.channel(of: address))\"")
        } catch { throw StoreError.translated(error, path: address.shown) }
    }

    /// What was told since it was last asked, the oldest first; waits for half a second when there is nothing.
    ///
    /// - Throws: ``StoreError``: then something may have been missed.
    public func hear() throws -> [String] {
        do {
            let heard = try connection.notifications(within: 500)
            silence = heard.isEmpty ? silence + 1 : 0
            // A server that is gone without a word is silent, too.
            if silence >= 10 {
                silence = 0
                _ = try connection.ask("SELECT 1")
                try connection.settle()
            }
            return heard
        } catch { throw StoreError.translated(error, path: path) }
    }

    /// The channel of a schema; of no other one's.
    static func channel(of address: PostgresAddress) -> String {
        // FNV-1a with 64 bits, as a schema's name may be as long as a channel's.
        let hash = address.schema.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "tagalong-\(String(hash, radix: 16))"
    }
}
