import Foundation
import Testing

@testable import tagalong

struct BluetoothReportTests {
    private func kernel(_ files: [String: String], status: String = "") throws -> KernelReport {
        let root = "\(FileManager.default.temporaryDirectory.path)/sys-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        for (file, text) in files.merging(["status": status], uniquingKeysWith: { $1 }) {
            let url = URL(fileURLWithPath: "\(root)/\(file)")
            let directory = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        return KernelReport(isSupported: true, system: root, status: "\(root)/status")
    }

    private let running = ServiceReport.running([
        .init(name: "hci0", address: "C0:FF:EE:00:12:34", isPowered: false, hasMonitors: false)
    ])

    @Test func `adapters, blocks and capabilities are read from the kernel's files`() throws {
        let report = try kernel(
            [
                "class/bluetooth/hci1/name": "", "class/bluetooth/hci0/name": "", "class/bluetooth/hci0:64/name": "",
                "class/rfkill/rfkill0/type": "bluetooth\n", "class/rfkill/rfkill0/name": "hci0\n",
                "class/rfkill/rfkill0/soft": "1\n", "class/rfkill/rfkill0/hard": "0\n",
                "class/rfkill/rfkill1/type": "wlan\n", "class/rfkill/rfkill1/soft": "1\n",
                "class/rfkill/rfkill2/type": "bluetooth\n", "class/rfkill/rfkill2/soft": "0\n",
                "class/rfkill/rfkill2/hard": "0\n",
            ],
            status: "Name:\tx\nCapEff:\t0000000000002000\n"
        )
        #expect(report.adapters == ["hci0", "hci1"])
        #expect(report.blocks == [.init(name: "hci0", isHard: false)])
        #expect(report.mayTap)
    }

    @Test(arguments: ["", "CapEff:\t0000000000001fff\n", "CapEff:\tnonsense\n"])
    func `without the capability there is no tap`(_ status: String) throws {
        #expect(try !kernel([:], status: status).mayTap)
    }

    @Test(arguments: [("1000", true), ("2000", false), ("0", false), ("3fffffffff", true)])
    func `whether links can be ranged is told, with the line that permits it`(_ mask: String, _ isOK: Bool) throws {
        let finding = try kernel([:], status: "CapEff:\t\(mask)\n").linkFinding(program: "/opt/my tags/tagalong")
        #expect(finding.verdict == (isOK ? .ok : .note))
        let line = "sudo setcap cap_net_admin+ep '/opt/my tags/tagalong'"
        #expect(finding.remedy?.hasPrefix(line) == (isOK ? nil : true))
    }

    @Test(arguments: [
        (ServiceReport.noBus("no such file"), "sudo systemctl start dbus"),
        (.noService, "sudo systemctl start bluetooth"),
        (.denied, "sudo usermod -aG bluetooth"),
        (.failed("no answer"), "sudo systemctl restart bluetooth"),
        (.running([]), "plug one in"),
    ])
    func `each trouble comes with what to do about it`(_ service: ServiceReport, _ advice: String) throws {
        let sentence = try #require(try RadioTrouble(kernel: kernel([:]), service: service, chosen: []).sentence)
        #expect(sentence.contains(advice))
    }

    @Test func `an adapter that is off is a trouble where nobody switches it on, one that is blocked always`() throws {
        var report = try kernel([:])
        #expect(RadioTrouble(kernel: report, service: running, chosen: []).sentence == nil)
        let off = RadioTrouble(kernel: report, service: running, chosen: [], needsPower: true).sentence
        #expect(off?.contains("(hci0): switch it on with 'bluetoothctl power on', or give --power-on") == true)
        report.blocks = [.init(name: "hci0", isHard: false)]
        let soft = RadioTrouble(kernel: report, service: running, chosen: []).sentence
        #expect(soft == "Bluetooth is blocked by rfkill: lift that with 'sudo rfkill unblock bluetooth'")
        report.blocks = [.init(name: "hci0", isHard: true)]
        #expect(RadioTrouble(kernel: report, service: running, chosen: []).sentence?.contains("switch") == true)
    }

    @Test func `an adapter that is not there is refused with those that are`() throws {
        let report = try kernel([:])
        #expect(RadioTrouble(kernel: report, service: running, chosen: ["C0:FF:EE:00:12:34"]).sentence == nil)
        let sentence = RadioTrouble(kernel: report, service: running, chosen: ["hci3"]).sentence
        #expect(sentence == "there is no Bluetooth adapter hci3: there are hci0 (C0:FF:EE:00:12:34)")
    }

    @Test func `a machine without Bluetooth is worth a note, unless tags are paired with it`() throws {
        var report = try kernel([:])
        report.isSupported = false
        #expect(report.findings(absence: .note).map(\.verdict) == [.note])
        #expect(report.findings(absence: .note).compactMap(\.remedy).isEmpty)
        #expect(report.findings(absence: .missing).map(\.verdict) == [.missing])
    }

    @Test func `every adapter has a line, and a bluetoothd that keeps reports back a warning with its mend`() {
        let mend = ExperimentalMend(version: "5.66", program: "/usr/libexec/bluetooth/bluetoothd")
        let findings = running.findings(absence: .note, version: "5.66", mend: mend)
        #expect(findings.map(\.subject) == ["bluetoothd", "adapter hci0", "advertisement monitor"])
        #expect(findings.map(\.verdict) == [.ok, .note, .warning])
        #expect(findings.first?.detail == "bluetoothd 5.66 answers")
        #expect(findings.last?.remedy == mend.text)
        let better = ServiceReport.running([.init(name: "hci0", address: "", isPowered: true, hasMonitors: true)])
        #expect(better.findings(absence: .note, version: "5.66", mend: mend).map(\.verdict) == [.ok, .ok, .ok])
    }

    /// What main.conf of Debian 12 has.
    private static let configuration = "[General]\n\n# Enables D-Bus experimental interfaces\n#Experimental = false\n"
    private static let dropIn =
        #"printf '[Service]\nExecStart=\nExecStart=/usr/lib/bluetooth/bluetoothd --experimental\n'"#

    @Test(
        arguments: [
            (ExperimentalMend(version: "5.66", configuration: configuration), "main.conf && sudo systemctl restart"),
            (ExperimentalMend(version: "5.55", program: "/usr/lib/bluetooth/bluetoothd"), dropIn),
            (
                ExperimentalMend(
                    version: "5.61", program: "/usr/lib/bluetooth/bluetoothd", configuration: configuration
                ), dropIn
            ),
            (
                ExperimentalMend(
                    version: "5.66",
                    program: "/usr/lib/bluetooth/bluetoothd",
                    configuration: "[General]\n#KernelExperimental = false\n"
                ), dropIn
            ),
            (ExperimentalMend(version: "5.80", configuration: configuration, isNixOS: true), "hardware.bluetooth"),
            (ExperimentalMend(), "--experimental"),
        ]
    )
    func `each system has its own way to switch monitors on`(mend: ExperimentalMend, text: String) {
        #expect(mend.text.contains(text))
    }

    @Test func `the line of main.conf is changed, and nothing else`() throws {
        let file = "\(FileManager.default.temporaryDirectory.path)/main-\(UUID().uuidString).conf"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let other = "#KernelExperimental = false\n"
        try (Self.configuration + other).write(toFile: file, atomically: true, encoding: .utf8)
        let mend = ExperimentalMend(version: "5.66", configuration: Self.configuration).text
        let command = String(mend.split(separator: " && ")[0]).replacing("sudo ", with: "")
            .replacing("/etc/bluetooth/main.conf", with: file)
        let shell = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", command])
        shell.waitUntilExit()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == Self.configuration.replacing("#Experimental = false", with: "Experimental = true") + other)
    }
}
