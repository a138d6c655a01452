import Foundation

extension ServiceReport {
    /// What there is to say, with how bad it is not to have it; version and mend are those of the installed bluetoothd.
    func findings(absence: Finding.Verdict, version: String?, mend: ExperimentalMend) -> [Finding] {
        let service = serviceFinding(absence, version)
        guard case .running(let adapters) = self else { return [service] }
        return [service] + adapters.map { Self.finding($0, absence) } + Self.monitorFindings(adapters, mend)
    }

    private func serviceFinding(_ absence: Finding.Verdict, _ version: String?) -> Finding {
        let installed = version.map { "bluetoothd \($0)" } ?? "bluetoothd"
        let start = version == nil ? "sudo apt-get install bluez" : "sudo systemctl start bluetooth"
        let (detail, remedy): (String, String?) =
            switch self {
            case .running: ("\(installed) answers", nil)
            case .noBus(let reason): ("no system message bus: \(reason)", "sudo systemctl start dbus")
            case .noService: (version == nil ? "not installed" : "\(installed) does not run", start)
            case .denied:
                ("the message bus keeps us from \(installed)", "sudo usermod -aG bluetooth $USER, and log in again")
            case .failed(let reason): ("\(installed) fails: \(reason)", "sudo systemctl restart bluetooth")
            }
        return Finding(
            subject: "bluetoothd",
            verdict: remedy == nil ? .ok : absence,
            detail: detail,
            remedy: absence == .missing ? remedy : nil
        )
    }

    private static func finding(_ adapter: Adapter, _ absence: Finding.Verdict) -> Finding {
        let subject = "adapter \(adapter.name)"
        if adapter.isPowered {
            return Finding(subject: subject, verdict: .ok, detail: "\(adapter.address), powered")
        }
        return Finding(
            subject: subject,
            verdict: absence == .missing ? .warning : .note,
            detail: "\(adapter.address), without power",
            remedy: "bluetoothctl select \(adapter.address), then power on"
        )
    }

    /// Without a monitor the kernel has the controller tell of each tag once in a round of a scan.
    private static func monitorFindings(_ adapters: [Adapter], _ mend: ExperimentalMend) -> [Finding] {
        guard !adapters.isEmpty else { return [] }
        let subject = "advertisement monitor"
        guard !adapters.contains(where: \.hasMonitors) else {
            return [Finding(subject: subject, verdict: .ok, detail: "available: every report of a tag comes through")]
        }
        let detail = "bluetoothd runs without -E: many adapters then tell of a tag only once in 10 s, and losses later"
        return [Finding(subject: subject, verdict: .warning, detail: detail, remedy: mend.text)]
    }

    /// Where the installed bluetoothd is; nil when there is none.
    static var installedProgram: String? {
        ["/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd", "/usr/sbin/bluetoothd"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The version of the installed bluetoothd; nil when there is none.
    static func installedVersion() -> String? {
        guard let path = installedProgram else { return nil }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--version"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.trimmingCharacters(in: .whitespacesAndNewlines).printable
    }
}
