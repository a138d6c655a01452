import Firmware
import Messages

/// Cellular with noise: registering takes its time, messages too, and a modem at rest hears nothing until it wakes.
extension World {
    func hasNoisyModem(_ index: Int) -> Bool { !trackerNoise.isEmpty && trackerNoise[index].modem != nil }

    mutating func advanceModem(_ index: Int) {
        let isOn = trackers[index].modemOn
        let moment = seconds
        trackerNoise[index].modem?.set(on: isOn, at: moment)
        if !isOn, trackers[index].isConnected {
            flushSent(index, all: true)
            trackers[index].isConnected = false
            emit(.disconnect(.tracker(index), clean: isBrokerUp && trackers[index].hasCoverage))
        }
        let isReachable = trackers[index].hasCoverage && isBrokerUp
        switch trackerNoise[index].modem?.advance(to: moment, isReachable: isReachable) {
        case .connected: connectModem(index)
        case .lost: loseModem(index)
        case nil: break
        }
        flushSent(index, all: false)
        wakeModem(index)
    }

    mutating func connectModem(_ index: Int) {
        trackers[index].isConnected = true
        emit(.connect(.tracker(index)))
        emit(.publish(trackers[index].availability(.online, topics: topics), by: .tracker(index)))
        handle(.link(.cellular, up: true), index)
    }

    private mutating func loseModem(_ index: Int) {
        trackers[index].isConnected = false
        trackerNoise[index].sent = []
        emit(.disconnect(.tracker(index), clean: false))
        handle(.link(.cellular, up: false), index)
    }

    mutating func transmit(_ message: Message, _ index: Int) {
        let moment = seconds
        guard let due = trackerNoise[index].modem?.send(at: moment) else { return }
        trackerNoise[index].sent.append((Int64(due * 1000), message))
    }

    private mutating func flushSent(_ index: Int, all: Bool) {
        while let first = trackerNoise[index].sent.first, all || first.due <= elapsed {
            trackerNoise[index].sent.removeFirst()
            emit(.publish(first.message, by: .tracker(index)))
        }
    }

    /// Hands a message to a modem that hears it and tells whether it does; else keeps it, as the broker does.
    mutating func reaches(_ message: Message, _ index: Int) -> Bool {
        let moment = seconds
        guard let modem = trackerNoise[index].modem else { return true }
        if modem.hears(at: moment, within: Double(step) / 1000) {
            trackerNoise[index].modem?.receive(at: moment)
            return true
        }
        trackerNoise[index].wait(message)
        return false
    }

    private mutating func wakeModem(_ index: Int) {
        guard !trackerNoise[index].waiting.isEmpty, let modem = trackerNoise[index].modem,
            modem.hears(at: seconds, within: Double(step) / 1000)
        else { return }
        let messages = trackerNoise[index].waiting
        trackerNoise[index].waiting = []
        for message in messages { deliver(message, to: index) }
    }
}
