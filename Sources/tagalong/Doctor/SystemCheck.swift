import Broker
import Cryptography
import Store

/// Checks of programs and libraries.
enum SystemCheck {
    static func mosquitto(isEssential: Bool) -> Finding {
        program(
            "mosquitto",
            package: "mosquitto",
            absence: isEssential ? .missing : .note,
            purpose: "runs as the private broker of 'tagalong up'"
        )
    }

    static func clients() -> Finding {
        program(
            "mosquitto_sub", package: "mosquitto-clients", absence: .note, purpose: "shows the messages on the broker"
        )
    }

    static func setpriv() -> Finding {
        program(
            "setpriv",
            package: "util-linux",
            absence: .warning,
            purpose: "ends the private broker with us, even when we are killed"
        )
    }

    static func libraries() throws -> Finding {
        Finding(
            subject: "libraries",
            verdict: .ok,
            detail: "OpenSSL \(OpenSSLLibrary.version), SQLite \(try Store.sqliteVersion())"
        )
    }

    private static func program(_ name: String, package: String, absence: Finding.Verdict, purpose: String) -> Finding {
        if let path = Program.find(name) { return Finding(subject: name, verdict: .ok, detail: path) }
        return Finding(
            subject: name,
            verdict: absence,
            detail: "not found; it \(purpose)",
            remedy: "sudo apt-get install \(package)"
        )
    }
}
