/// Advertising and listening.
extension Medium {
    /// An advertiser at work.
    struct Advertiser: Sendable {
        var set: AdvertisingSet
        var stamp: Int
        /// Advertising events so far.
        var events = 0
    }

    /// A receiver at work.
    struct Listener: Sendable {
        var listening: Listening
        var since: AirTime

        /// The channel that is listened to with a PHY at a moment, if any.
        func channel(at time: AirTime, on phy: LinkPHY) -> UInt8? {
            let elapsed = time - since
            guard let slice = listening.slices[phy], elapsed >= 0, slice.interval > 0,
                elapsed % slice.interval < slice.window
            else { return nil }
            return UInt8(37 + elapsed / slice.interval % 3)
        }

        /// Whether it listens where a set is advertised at a moment.
        func listens(to set: AdvertisingSet, on channel: UInt8, at time: AirTime) -> Bool {
            guard let extended = set.extended else { return self.channel(at: time, on: .basic) == channel }
            return listening.hearsExtended && self.channel(at: time, on: extended.primary) == channel
        }
    }

    /// Starts, changes or stops an advertiser; a changed one keeps its rhythm unless its interval changes.
    mutating func advertise(_ transmitter: Transmitter, _ set: AdvertisingSet?) {
        guard let set else {
            advertisers[transmitter] = nil
            return
        }
        if advertisers[transmitter]?.set.interval == set.interval {
            advertisers[transmitter]?.set = set
            return
        }
        // Not all at the same moment: an advertiser begins somewhere within its first interval.
        let start = now.after(Int64.random(in: 0..<min(set.interval, 100_000), using: &generator))
        let stamp = schedule(.advertiser(transmitter), at: start)
        advertisers[transmitter] = Advertiser(set: set, stamp: stamp)
    }

    /// One advertising event: the same packet on each channel in turn.
    mutating func advertise(_ transmitter: Transmitter) {
        guard let advertiser = advertisers[transmitter] else { return }
        let set = advertiser.set
        statistics.advertisingEvents += 1
        advertisers[transmitter]?.events += 1
        var moment = now
        for channel in UInt8(37)...39 where set.channels >> (channel - 37) & 1 == 1 {
            send(set, of: transmitter, on: channel, at: moment)
            moment = moment.after(set.channelMicroseconds)
        }
        if case .receiver(let controller, let number) = transmitter, advertiser.events + 1 == Int(set.eventLimit) {
            advertise(transmitter, nil)
            return deliver(.advertised(set: number), to: controller)
        }
        let pause = set.interval + Int64.random(in: 0...10_000, using: &generator)
        _ = schedule(.advertiser(transmitter), at: now.after(pause), stamp: advertiser.stamp)
    }

    private mutating func send(_ set: AdvertisingSet, of transmitter: Transmitter, on channel: UInt8, at time: AirTime)
    {
        for receiver in receivers
        where listeners[receiver]?.listens(to: set, on: channel, at: time) == true && !transmitter.belongs(to: receiver)
        {
            if let extended = set.extended {
                hear(extended, of: set, of: transmitter, by: receiver, on: channel)
            } else {
                hear(set, of: transmitter, isScanResponse: false, by: receiver, on: channel)
            }
        }
    }

    /// ADV_EXT_IND, and where it is received what it points to.
    private mutating func hear(
        _ extended: ExtendedAdvertising,
        of set: AdvertisingSet,
        of transmitter: Transmitter,
        by receiver: ReceiverID,
        on channel: UInt8
    ) {
        let path = SignalPath(from: transmitter, to: receiver, channel: channel, phy: extended.primary)
        statistics.reachedReceivers += 1
        guard isReceived(propagation.arrival(on: path, at: now), on: extended.primary),
            followed(extended, of: set, of: transmitter, isScanResponse: false, by: receiver)
        else {
            statistics.lost += 1
            return
        }
    }

    /// AUX_ADV_IND or AUX_SCAN_RSP, and the chain after it; false where the first of them is lost.
    private mutating func followed(
        _ extended: ExtendedAdvertising,
        of set: AdvertisingSet,
        of transmitter: Transmitter,
        isScanResponse: Bool,
        by receiver: ReceiverID
    ) -> Bool {
        let path = SignalPath(from: transmitter, to: receiver, channel: 0, phy: extended.secondary)
        var heard: Heard?
        let data = isScanResponse ? set.scanResponse : set.data
        for piece in extended.pieces(of: data, isDirected: set.target != nil) {
            let arrival = propagation.arrival(on: path, at: now)
            guard isReceived(arrival, on: extended.secondary) else {
                heard?.isTruncated = true
                break
            }
            let rssi = reportedStrength(arrival.strength)
            heard?.data += piece
            heard = heard ?? Heard(set, of: transmitter, isScanResponse: isScanResponse, Array(piece), rssi: rssi)
        }
        guard let heard else { return false }
        deliver(.heard(heard), to: receiver)
        return true
    }

    private mutating func hear(
        _ set: AdvertisingSet,
        of transmitter: Transmitter,
        isScanResponse: Bool,
        by receiver: ReceiverID,
        on channel: UInt8
    ) {
        let path = SignalPath(from: transmitter, to: receiver, channel: channel)
        let arrival = propagation.arrival(on: path, at: now)
        statistics.reachedReceivers += 1
        guard isReceived(arrival) else {
            statistics.lost += 1
            return
        }
        channels[receiver] = channel
        let data = isScanResponse ? set.scanResponse : set.data
        let rssi = reportedStrength(arrival.strength)
        deliver(.heard(Heard(set, of: transmitter, isScanResponse: isScanResponse, data, rssi: rssi)), to: receiver)
    }

    /// A scan request goes to an advertiser, and its response comes back, if both get through.
    mutating func requestScan(of transmitter: Transmitter, by receiver: ReceiverID) {
        guard let set = advertisers[transmitter]?.set, set.isScannable else { return }
        statistics.scanRequests += 1
        if let extended = set.extended {
            let path = SignalPath(from: transmitter, to: receiver, channel: 0, phy: extended.secondary)
            guard isReceived(propagation.arrival(on: path, at: now), on: extended.secondary) else { return }
            _ = followed(extended, of: set, of: transmitter, isScanResponse: true, by: receiver)
            return
        }
        let channel = channels[receiver] ?? 37
        let path = SignalPath(from: transmitter, to: receiver, channel: channel)
        guard isReceived(propagation.arrival(on: path, at: now)) else { return }
        hear(set, of: transmitter, isScanResponse: true, by: receiver, on: channel)
    }
}

extension Heard {
    fileprivate init(
        _ set: AdvertisingSet, of transmitter: Transmitter, isScanResponse: Bool, _ data: [UInt8], rssi: Int8
    ) {
        self.init(
            transmitter: transmitter,
            kind: set.kind,
            isScanResponse: isScanResponse,
            address: set.address,
            target: set.target,
            data: data,
            rssi: rssi,
            extended: set.extended
        )
    }
}

extension Transmitter {
    fileprivate func belongs(to receiver: ReceiverID) -> Bool {
        guard case .receiver(receiver, _) = self else { return false }
        return true
    }
}
