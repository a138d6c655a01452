/// Advertising and listening.
extension Medium {
    /// An advertiser at work.
    struct Advertiser: Sendable {
        var set: AdvertisingSet
        var stamp: Int
    }

    /// A receiver at work.
    struct Listener: Sendable {
        var listening: Listening
        var since: AirTime

        /// The channel that is listened to at a moment, if any.
        func channel(at time: AirTime) -> UInt8? {
            let elapsed = time - since
            guard elapsed >= 0, listening.interval > 0, elapsed % listening.interval < listening.window else {
                return nil
            }
            return UInt8(37 + elapsed / listening.interval % 3)
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
        var moment = now
        for channel in UInt8(37)...39 where set.channels >> (channel - 37) & 1 == 1 {
            send(set, of: transmitter, on: channel, at: moment)
            // Room for a scan request and its response, or for a connection request.
            moment = moment.after(set.airMicroseconds + (set.kind == .broadcast ? 150 : 900))
        }
        let pause = set.interval + Int64.random(in: 0...10_000, using: &generator)
        _ = schedule(.advertiser(transmitter), at: now.after(pause), stamp: advertiser.stamp)
    }

    private mutating func send(_ set: AdvertisingSet, of transmitter: Transmitter, on channel: UInt8, at time: AirTime)
    {
        for receiver in receivers
        where listeners[receiver]?.channel(at: time) == channel && !transmitter.belongs(to: receiver) {
            hear(set, of: transmitter, isScanResponse: false, by: receiver, on: channel)
        }
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
        let heard = Heard(
            transmitter: transmitter,
            kind: set.kind,
            isScanResponse: isScanResponse,
            address: set.address,
            target: set.target,
            data: isScanResponse ? set.scanResponse : set.data,
            rssi: reportedStrength(arrival.strength)
        )
        deliver(.heard(heard), to: receiver)
    }

    /// A scan request goes to an advertiser, and its response comes back, if both get through.
    mutating func requestScan(of transmitter: Transmitter, by receiver: ReceiverID) {
        guard let set = advertisers[transmitter]?.set, set.kind.isScannable else { return }
        statistics.scanRequests += 1
        let channel = channels[receiver] ?? 37
        let path = SignalPath(from: transmitter, to: receiver, channel: channel)
        guard isReceived(propagation.arrival(on: path, at: now)) else { return }
        hear(set, of: transmitter, isScanResponse: true, by: receiver, on: channel)
    }
}

extension Transmitter {
    fileprivate func belongs(to receiver: ReceiverID) -> Bool {
        guard case .receiver(receiver, _) = self else { return false }
        return true
    }
}
