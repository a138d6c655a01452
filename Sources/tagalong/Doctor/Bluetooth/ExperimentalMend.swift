import Foundation

/// How bluetoothd is told on this system to offer its experimental interfaces, among them advertisement monitors.
struct ExperimentalMend: Hashable, Sendable {
    /// As bluetoothd tells it, such as `5.66`; nil for not known.
    var version: String?
    /// Where bluetoothd is; nil where it is not found.
    var program: String?
    /// What stands in `/etc/bluetooth/main.conf`; nil where there is none.
    var configuration: String?
    /// Whether the system is built from a description, so that files below `/etc` do not last.
    var isNixOS = false

    /// One line for a shell, or for the system's description.
    var text: String {
        if isNixOS { return "hardware.bluetooth.settings.General.Experimental = true; in the system's configuration" }
        let restart = "sudo systemctl restart bluetooth"
        if hasKey {
            let change = #"s/^#* *Experimental *=.*/Experimental = true/"#
            return "sudo sed -i '\(change)' \(Self.configurationFile) && \(restart)"
        }
        guard let program else { return "give bluetoothd the option --experimental, and restart it" }
        let lines = #"[Service]\nExecStart=\nExecStart=\#(program) --experimental\n"#
        let folder = "/etc/systemd/system/bluetooth.service.d"
        return "sudo mkdir -p \(folder) && printf '\(lines)' | sudo tee \(folder)/experimental.conf"
            + " && sudo systemctl daemon-reload && \(restart)"
    }

    /// Whether the configuration has a line for it, and this version heeds it: BlueZ knows the key `Experimental` as one
    /// of its own since 5.62 (commit 285aa5e0d).
    private var hasKey: Bool {
        guard let configuration, Self.isAtLeast(version, 5, 62) else { return false }
        return configuration.split(whereSeparator: \.isNewline).contains { line in
            line.drop { $0 == "#" || $0 == " " }.prefix { $0 != "=" && $0 != " " } == "Experimental"
        }
    }

    private static func isAtLeast(_ version: String?, _ major: Int, _ minor: Int) -> Bool {
        let parts = (version ?? "").split(separator: ".").compactMap { Int($0) }
        return parts.count == 2 && (parts[0], parts[1]) >= (major, minor)
    }

    private static let configurationFile = "/etc/bluetooth/main.conf"

    /// That of this machine.
    static func here(version: String?) -> ExperimentalMend {
        ExperimentalMend(
            version: version,
            program: ServiceReport.installedProgram,
            configuration: try? String(contentsOfFile: configurationFile, encoding: .utf8),
            isNixOS: FileManager.default.fileExists(atPath: "/etc/NIXOS")
        )
    }
}
