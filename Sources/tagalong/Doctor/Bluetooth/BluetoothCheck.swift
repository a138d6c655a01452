/// Checks whether this machine can hear tags.
enum BluetoothCheck {
    /// What there is to say about Bluetooth.
    ///
    /// - Parameter isEssential: Whether tags are paired with this machine, so that it needs Bluetooth.
    /// - Returns: The findings.
    static func findings(isEssential: Bool) async -> [Finding] {
        let absence: Finding.Verdict = isEssential ? .missing : .note
        let kernel = KernelReport.here
        let service = await ServiceReport.ask()
        var findings = kernel.findings(absence: absence)
        // Without a kernel that knows Bluetooth, the rest would only say so again, but for a fake of the tests.
        if kernel.isSupported || service.isRunning {
            findings += service.findings(absence: absence, version: ServiceReport.installedVersion())
        }
        if kernel.isSupported { findings.append(kernel.tapFinding) }
        return findings
    }
}

extension ServiceReport {
    fileprivate var isRunning: Bool {
        if case .running = self { true } else { false }
    }
}
