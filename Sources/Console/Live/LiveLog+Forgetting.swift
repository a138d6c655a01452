import Tracking

extension LiveHub {
    /// Forgets all that was told of an owner's devices.
    func forget(_ owner: Name) {
        change { log in
            log.forget { event in
                if case .device(let device) = event.subject { device.owner == owner } else { false }
            }
        }
    }
}

extension ConsoleFeed {
    /// Forgets all that is known of an owner's devices; what the broker still keeps of them comes again.
    func forget(_ owner: Name) {
        live.forget(owner)
        forgetKept { $0.owner == owner }
    }
}
