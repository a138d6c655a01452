extension KernelReport {
    /// What there is to say, with how bad it is to have no Bluetooth.
    func findings(absence: Finding.Verdict) -> [Finding] {
        guard isSupported else {
            return [
                Finding(
                    subject: "Bluetooth",
                    verdict: absence,
                    detail: "this kernel has none; containers and cloud machines often lack it",
                    remedy: absence == .missing ? "run the gateway on a machine with Bluetooth" : nil
                )
            ]
        }
        return [adapterFinding(absence)] + blocks.map { Self.finding($0, absence) }
    }

    private func adapterFinding(_ absence: Finding.Verdict) -> Finding {
        let subject = "Bluetooth"
        if !adapters.isEmpty {
            return Finding(subject: subject, verdict: .ok, detail: adapters.joined(separator: ", "))
        }
        let remedy = "plug in a Bluetooth adapter; 'dmesg | grep -i bluetooth' tells of firmware that is missing"
        return Finding(
            subject: subject,
            verdict: absence,
            detail: "the kernel knows Bluetooth but has no adapter",
            remedy: absence == .missing ? remedy : nil
        )
    }

    private static func finding(_ block: Block, _ absence: Finding.Verdict) -> Finding {
        let isHard = block.isHard
        return Finding(
            subject: "rfkill",
            verdict: absence == .missing ? .missing : .warning,
            detail: "\(block.name) is blocked \(isHard ? "by a switch of this machine" : "by software")",
            remedy: isHard ? "turn the wireless switch, or leave flight mode" : "sudo rfkill unblock bluetooth"
        )
    }

    /// Whether the strength of every report can be had.
    var tapFinding: Finding {
        let subject = "HCI monitor"
        if mayTap { return Finding(subject: subject, verdict: .ok, detail: "every report's strength can be read") }
        return Finding(
            subject: subject,
            verdict: .note,
            detail: "without CAP_NET_RAW, 'gateway --monitor' cannot read every report's strength, nor Find Hub "
                + "identifiers of 256 bits, which BlueZ up to April 2024 drops"
        )
    }

    /// Whether a tag with a link can be ranged; `program` is the file of this program.
    func linkFinding(program: String) -> Finding {
        let subject = "strength of links"
        if mayManage { return Finding(subject: subject, verdict: .ok, detail: "a tag with a link is ranged by it") }
        return Finding(
            subject: subject,
            verdict: .note,
            detail: "without CAP_NET_ADMIN a tag with a link is known to be within reach, and no more; it also permits "
                + "changes of this machine's network",
            remedy: "sudo setcap cap_net_admin+ep \(program.quotedForShell); a gateway that runs as a service is given "
                + "it by examples/gateway-links.conf, which this check does not see"
        )
    }
}
