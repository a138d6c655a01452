/// Listening for advertisements.
extension VirtualController {
    /// The scan that the host has set up.
    struct Scanner: Sendable {
        var parameters = HCI.ScanParameters()
        var enable: HCI.ScanEnable?
        var end: AirTime?
        /// What has been reported, oldest first.
        var reported: [Reported] = []

        var isOn: Bool { enable != nil }

        struct Reported: Sendable {
            let address: LinkAddress
            let isScanResponse: Bool
            /// Of an extended advertisement.
            let identifier: UInt8?
            let time: AirTime

            func isOf(_ heard: Heard) -> Bool {
                address == heard.address && isScanResponse == heard.isScanResponse
                    && identifier == heard.extended?.identifier
            }
        }

        /// Tells whether a report repeats an earlier one, and remembers it.
        ///
        /// By the address and the set alone, whatever the data: volume 6, part B, section 4.4.3.5.
        mutating func repeats(_ heard: Heard, at time: AirTime, _ configuration: ControllerConfiguration) -> Bool {
            guard configuration.duplicateMemory > 0, enable?.filtersDuplicates == true else { return false }
            if let span = configuration.duplicateSpan { reported.removeAll { time - $0.time >= span } }
            if reported.contains(where: { $0.isOf(heard) }) { return true }
            if reported.count >= configuration.duplicateMemory { reported.removeFirst() }
            let new = Reported(
                address: heard.address,
                isScanResponse: heard.isScanResponse,
                identifier: heard.extended?.identifier,
                time: time
            )
            reported.append(new)
            return false
        }
    }

    mutating func execute(_ command: HCI.ScanCommand, at time: AirTime) throws(HCI.Status) -> [UInt8] {
        switch command {
        case .setParameters(let parameters):
            guard !state.scanner.isOn else { throw .commandDisallowed }
            guard configuration.usablePHYs.isSuperset(of: parameters.slices.keys) else { throw .unsupportedFeature }
            state.scanner.parameters = parameters
        case .enable(let enable):
            if state.scanner.parameters.ownAddress.isRandom, state.randomAddress == nil { throw .invalidParameters }
            state.scanner.reported = []
            state.scanner.enable = enable
            state.scanner.end = enable.duration == 0 ? nil : time.after(milliseconds: Int64(enable.duration) * 10)
        case .disable: (state.scanner.enable, state.scanner.end) = (nil, nil)
        }
        listen()
        return []
    }

    /// The duration of a scan is over.
    mutating func endScan(at time: AirTime) {
        guard let end = state.scanner.end, end <= time else { return }
        state.scanner.enable = nil
        state.scanner.end = nil
        listen()
        emit(.le(.scanTimeout))
    }

    /// Tells the air how to listen, for scanning and for connecting.
    mutating func listen() {
        var slices = state.initiation?.slices ?? [:]
        // The one that listens more serves the other too.
        if state.scanner.isOn { slices.merge(state.scanner.parameters.slices) { $1.share > $0.share ? $1 : $0 } }
        let listening: Listening? =
            slices.isEmpty
            ? nil : Listening(slices: slices.mapValues(\.onAir), hearsExtended: state.isExtendedHost == true)
        guard listening != state.listening else { return }
        state.listening = listening
        order(.listen(listening))
    }

    mutating func hear(_ heard: Heard, at time: AirTime) {
        let identity = state.resolver.identity(of: heard.address, configuration.cipher)
        if initiate(heard, identity) { return }
        scan(heard, identity, at: time)
    }

    private mutating func scan(_ heard: Heard, _ identity: LinkAddress?, at time: AirTime) {
        let parameters = state.scanner.parameters
        guard let enable = state.scanner.enable, isForUs(heard), configuration.usablePHYs.contains(heard.secondary),
            let slice = parameters.slices[heard.primary]
        else { return }
        if parameters.usesAcceptList, !accepts(heard.address, identity) { return }
        // The response comes after the report of what it responds to.
        let asks = !heard.isScanResponse && slice.isActive && heard.isScannable
        defer { if asks { order(.requestScan(heard.transmitter)) } }
        if state.scanner.repeats(heard, at: time, configuration) { return }
        let report = HCI.AdvertisingReport(
            kind: heard.kind,
            isScanResponse: heard.isScanResponse,
            address: identity ?? heard.address,
            isResolved: identity != nil,
            data: heard.data,
            rssi: heard.rssi,
            extended: heard.extended,
            target: heard.extended == nil ? nil : heard.target,
            status: heard.isTruncated ? .truncated : .complete
        )
        guard enable.isExtended else { return emit(.le(.advertisingReport(report))) }
        for piece in report.divided() { emit(.le(.extendedAdvertisingReport(piece))) }
    }

    /// Whether an advertisement is for everybody, or directed to one of this controller's addresses.
    func isForUs(_ heard: Heard) -> Bool {
        guard let target = heard.target else { return true }
        return target == LinkAddress(configuration.address, isRandom: false)
            || target == state.randomAddress.map { LinkAddress($0, isRandom: true) }
    }
}

extension HCI.ScanSlice {
    /// How much of the time it listens.
    fileprivate var share: Double { Double(window) / Double(interval) }

    fileprivate var onAir: Listening.Slice {
        Listening.Slice(interval: Int64(interval) * 625, window: Int64(window) * 625)
    }
}
