import Store
import Tracking

@testable import Access

extension Limit {
    /// Logging in, and what is kept of it.
    static var accounts: [Limit] {
        [
            Limit(
                "wrong tries",
                "\(Lockout.mostTries), then none for \(time(Lockout.duration))",
                for: "an account, a source, a known device, this machine",
                by: "LockoutTests",
                "StrangerTests"
            ),
            Limit("counts of wrong tries", "\(SQLSession.mostLockouts)", for: "all", by: "StrangerTests"),
            Limit("known devices", "\(AccessControl.mostDevices)", for: "an account", by: "StrangerTests"),
            Limit("time a device is known", time(AccessControl.deviceMemory), for: "a device", by: "StrangerTests"),
            Limit("sessions", "\(Session.most)", for: "an account", by: "StrangerTests"),
            Limit("life of a session", time(Session.duration), for: "a session", by: "PasscodeTests"),
            Limit("passkeys", "\(AccessControl.mostPasskeys)", for: "an account", by: "PasskeySiteTests"),
            Limit(
                "browsers that alerts are pushed to",
                "\(AccessControl.mostPushDevices)",
                for: "an account",
                by: "PushDeviceTests"
            ),
            Limit(
                "life of a question to a passkey",
                time(ChallengeRegistry.duration),
                for: "a question",
                by: "PasskeyTests"
            ),
            Limit("length of a cursor", "\(CursorSeal.longest) characters", for: "a request", by: "CursorSealTests"),
            Limit(
                "lines of the audit",
                "\(AuditRoom.own.most) of who got in, \(AuditRoom.tries.most) of tries at accounts, "
                    + "\(AuditRoom.strangers.most) of others",
                for: "all",
                by: "StrangerTests"
            ),
        ]
    }

    /// Names and labels.
    static var texts: [Limit] {
        [
            text("name of an account, an owner, a tracker", 64, 64, by: "NameTests"),
            text("name of an item or a place", TextBounds.itemName.characters.upperBound, TextBounds.itemName.bytes),
            text("label of a token or a passkey", TextBounds.label.characters.upperBound, TextBounds.label.bytes),
            Limit("marks on one letter", "\(TextBounds.mostMarks)", for: "a name, a label", by: "NameTests"),
        ]
    }

    private static func text(_ what: String, _ characters: Int, _ bytes: Int, by suite: String = "NameTests") -> Limit {
        Limit(what, "\(characters) characters, \(bytes) bytes", for: "each", by: suite)
    }
}
