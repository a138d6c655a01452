internal import Cryptography
internal import Foundation
internal import Store
public import Tracking

/// A passkey as it is listed.
public struct Passkey: Hashable, Sendable {
    /// Names it; base64url.
    public let id: String
    public let label: String
    public let created: Timestamp
    public let used: Timestamp?
}

extension AccessControl {
    /// The algorithms that a new passkey may have, the best first (COSE numbers).
    public static let passkeyAlgorithms = PasskeyKey.algorithms

    /// How many passkeys an account has at most.
    public static let mostPasskeys = 20

    /// The question to an authenticator that is to make a passkey for an account.
    public func challenge(toRegisterFor account: Name, at now: Timestamp) -> String {
        challenges.make(for: .register(account), at: now)
    }

    /// The question to an authenticator that is to log somebody in.
    public func challengeToLogIn(at now: Timestamp) -> String { challenges.make(for: .logIn, at: now) }

    /// Keeps a new passkey of an account.
    ///
    /// Who made the authenticator is not asked for: attestation is of use to companies that lend theirs out.
    /// - Throws: ``AccessError/badPasskey(_:)``, or ``AccessError/tooManyPasskeys``.
    public func register(
        _ answer: PasskeyAnswer,
        label: String,
        for account: Name,
        on site: PasskeySite,
        from source: String,
        at now: Timestamp
    ) throws(AccessError) {
        let client = try Self.bytes(answer.clientData, "clientDataJSON")
        let said = try ClientData(client, type: "webauthn.create", site: site)
        guard let question = challenges.question(said.challenge, for: .register(account), at: now) else {
            throw .oldQuestion
        }
        var reader = CBORReader(try Self.bytes(answer.attestation, "attestationObject"))
        guard let object = reader.next(), let bytes = object["authData"]?.bytes else {
            throw .badPasskey("attestationObject is no CBOR map with authData")
        }
        let data = try AuthenticatorData(bytes)
        try Self.check(data, site)
        guard let credential = data.credential else { throw .badPasskey("it made no key") }
        _ = try PasskeyKey(cose: credential.key)
        try database.write { database in
            guard try database.hasAccount(account) else { throw AccessError.noSuchAccount(account) }
            let known = "SELECT EXISTS (SELECT 1 FROM passkeys WHERE credential = ?)"
            if try (database.value(known, [credential.id]) as Bool?) ?? false {
                throw AccessError.badPasskey("it is known already")
            }
            let count = "SELECT count(*) FROM passkeys WHERE account = ?"
            guard try (database.value(count, [account.text]) as Int?) ?? 0 < Self.mostPasskeys else {
                throw AccessError.tooManyPasskeys
            }
            guard try challenges.answer(question, at: now, database) else { throw AccessError.oldQuestion }
            try database.execute(
                """
                INSERT INTO passkeys (credential, account, label, key, counter, created_ms, site)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    credential.id, account.text, TextBounds.label.repaired(label), credential.key,
                    Int64(data.counter), now.milliseconds, site.id,
                ]
            )
            try database.record(.passkeyAdded, account.text, from: source, at: now)
        }
    }

    /// Logs somebody in with a passkey, on the site that it was made for.
    ///
    /// - Throws: ``AccessError/badPasskey(_:)``, or ``AccessError/refused`` for a passkey that is not known.
    public func logIn(
        _ answer: PasskeyAnswer, on site: PasskeySite, from source: String, at now: Timestamp
    ) throws(AccessError) -> OpenedSession {
        let client = try Self.bytes(answer.clientData, "clientDataJSON")
        let said = try ClientData(client, type: "webauthn.get", site: site)
        guard let question = challenges.question(said.challenge, for: .logIn, at: now) else { throw .oldQuestion }
        let id = try Self.bytes(answer.id, "id")
        let signature = try Self.bytes(answer.signature, "signature")
        let bytes = try Self.bytes(answer.authenticatorData, "authenticatorData")
        let data = try AuthenticatorData(bytes)
        try Self.check(data, site)
        let account = try database.write { (database) -> Name? in
            let sql = "SELECT account, key, counter, site FROM passkeys WHERE credential = ?"
            let found = try database.row(sql, [id]) { row in
                (account: row[0] as String, key: row[1] as [UInt8], counter: row[2] as Int64, site: row[3] as String?)
            }
            guard let found else { return nil }
            // The browser names the site of the request; which one the passkey is for is known from its making.
            if let kept = found.site, kept != site.id { return nil }
            let key = try PasskeyKey(cose: found.key)
            guard key.accepts(signature, of: bytes + Digest.sha256(client)) else { return nil }
            let counter = found.counter
            // A counter that does not rise shows a copy; most passkeys of today are shared among devices and keep it 0.
            guard counter == 0 && data.counter == 0 || Int64(data.counter) > counter else { return nil }
            // Only now: strangers' answers fill no memory.
            guard try challenges.answer(question, at: now, database) else { throw AccessError.oldQuestion }
            try database.execute(
                "UPDATE passkeys SET counter = ?, used_ms = ?, site = ? WHERE credential = ?",
                [Int64(data.counter), now.milliseconds, site.id, id]
            )
            return try Name(found.account)
        }
        guard let account else {
            try database.write { try $0.record(.refused, nil, from: source, at: now) }
            throw .refused
        }
        return try open(for: account, from: source, at: now)
    }

    /// The passkeys of an account, oldest first.
    public func passkeys(of account: Name) throws(AccessError) -> [Passkey] {
        try database.read { database in
            let sql = """
                SELECT credential, label, created_ms, used_ms FROM passkeys WHERE account = ? ORDER BY created_ms
                """
            return try database.rows(sql, [account.text]) { row in
                Passkey(
                    id: Base64URL.text(row[0] as [UInt8]),
                    label: row[1],
                    created: Timestamp(milliseconds: row[2]),
                    used: (row[3] as Int64?).map { Timestamp(milliseconds: $0) }
                )
            }
        }
    }

    /// Removes a passkey of an account; one that is not there is no error.
    public func removePasskey(
        _ id: String, of account: Name, from source: String, at now: Timestamp
    ) throws(AccessError) {
        guard let credential = Base64URL.bytes(id) else { return }
        try database.write { database in
            let sql = "DELETE FROM passkeys WHERE credential = ? AND account = ?"
            let removed = try database.change(sql, [credential, account.text])
            guard removed > 0 else { return }
            try database.requireWayIn(account)
            try database.record(.passkeyRemoved, account.text, from: source, at: now)
        }
    }

    private static func check(_ data: AuthenticatorData, _ site: PasskeySite) throws(AccessError) {
        guard data.isFor(site) else { throw .badPasskey("it is for another site") }
        guard data.isPresent, data.isVerified else { throw .badPasskey("nobody showed who they are to it") }
    }

    private static func bytes(_ text: String?, _ field: String) throws(AccessError) -> [UInt8] {
        guard let text, text.utf8.count <= 64 * 1024, let bytes = Base64URL.bytes(text) else {
            throw .badPasskey("\(field): base64url is expected")
        }
        return bytes
    }
}

extension AccessError {
    /// The question was answered before, its time is over, or it never was one.
    fileprivate static let oldQuestion = AccessError.badPasskey("the question is too old; ask again")
}
