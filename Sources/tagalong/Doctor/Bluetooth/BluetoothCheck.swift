import Gateway

/// Checks whether this machine can hear tags.
enum BluetoothCheck {
    /// What there is to say about Bluetooth, which the tags that are paired with this machine make needed.
    static func findings(registry file: RegistryFile) async -> [Finding] {
        let registry = Result { try file.read() }
        let isEssential = (try? registry.get().entries.isEmpty) == false
        let absence: Finding.Verdict = isEssential ? .missing : .note
        let kernel = KernelReport.here
        let service = await ServiceReport.ask()
        var findings = kernel.findings(absence: absence)
        // Without a kernel that knows Bluetooth, the rest would only say so again, but for a fake of the tests.
        if kernel.isSupported || service.isRunning {
            let version = ServiceReport.installedVersion()
            findings += service.findings(absence: absence, version: version, mend: .here(version: version))
        }
        if kernel.isSupported {
            findings += [kernel.tapFinding, kernel.linkFinding(program: InstalledFiles.program)]
        }
        return findings + [finding(registry, file.path)] + keys(file.keys)
    }

    /// The keys of tags, where there are any.
    static func keys(_ store: KeyStore) -> [Finding] {
        guard let status = PrivateFile.status(of: store.path) else { return [] }
        let subject = "keys of tags"
        let count: Int
        do throws(RegistryError) { count = try store.read().count } catch {
            let remedy = "move \(store.path.quotedForShell) away and pair those tags again by their keys"
            return [Finding(subject: subject, verdict: .missing, detail: "\(error)", remedy: remedy)]
        }
        guard status.mode & 0o077 == 0 else {
            let detail = "\(store.path) may be read by others than its owner"
            let remedy = "chmod 600 \(store.path.quotedForShell)"
            return [Finding(subject: subject, verdict: .warning, detail: detail, remedy: remedy)]
        }
        return [Finding(subject: subject, verdict: .ok, detail: "\(count) in \(store.path)")]
    }

    private static func finding(_ registry: Result<TagRegistry, any Error>, _ path: String) -> Finding {
        let subject = "paired tags"
        switch registry {
        case .success(let registry):
            let count = registry.entries.count
            return Finding(
                subject: subject,
                verdict: count == 0 ? .note : .ok,
                detail: count == 0 ? "none; 'tagalong pair' ties one to a thing" : "\(count) in \(path)"
            )
        case .failure(let error):
            let remedy = "put right what the line says, or move \(path.quotedForShell) away and pair again"
            return Finding(subject: subject, verdict: .missing, detail: "\(error)", remedy: remedy)
        }
    }
}

extension ServiceReport {
    fileprivate var isRunning: Bool {
        if case .running = self { true } else { false }
    }
}
