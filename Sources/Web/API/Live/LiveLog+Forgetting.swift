import Tracking

extension LiveHub {
    /// Forgets all that was told of an owner's devices.
    func forget(_ owner: Name) {
        let isTheirs = { (subject: LiveSubject) in
            if case .device(let device) = subject { device.owner == owner } else { false }
        }
        change { log in log.forget { isTheirs($0.subject) } }
        untell(isTheirs)
    }
}

extension ConsoleFeed {
    /// Forgets all that is known of an owner's devices; what the broker still keeps of them comes again.
    func forget(_ owner: Name) {
        live.forget(owner)
        forgetKept { $0.owner == owner }
    }
}
