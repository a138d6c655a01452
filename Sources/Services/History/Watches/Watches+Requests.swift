import Messages
import Store
import Tracking

/// Location requests: a tracker in cellular mode that has been silent for its interval is asked where it is.
///
/// The request goes to the tracker's command topic with quality 1 and is not retained: for a tracker whose modem sleeps
/// or has no network the broker keeps it in the tracker's session, and delivers it once when that comes back. A retained
/// one would come again with every connection. At most three wait there, for after three the service gives up.
extension Watches {
    /// For so long after a connection, in milliseconds, nobody counts as silent: what the broker has kept comes first.
    private static let settling: Int64 = 60_000

    /// The trackers that are to be asked, or given up; none for a service that has not been listening for a while.
    func silent(at now: Timestamp, listeningSince start: Timestamp?) -> [Int] {
        guard configuration.asksSilent, let start, now.isApart(Self.settling, from: start) else { return [] }
        return trackers.indices.filter { index in
            // One that is switched off, or is to be, has nothing to say; one in Bluetooth mode is heard by a gateway.
            guard trackers[index].activeMode == .cellular, trackers[index].desired?.power != .off else { return false }
            let interval = trackers[index].desired?.reportEvery ?? trackers[index].watch.reportEvery
            return trackers[index].requests.isDue(at: now, interval: interval, scale: trackers[index].watch.scale)
        }
    }

    mutating func ask(_ index: Int, _ batch: inout Batch) throws {
        let isAsked = self[index].requests.ask(at: batch.now)
        try saveRequests(of: index, at: batch.now, &batch)
        batch.transaction.count(isAsked ? .asked : .unreachable)
        guard isAsked else { return touch(index) }
        let command = Command(id: "history-\(batch.now.milliseconds)", verb: .locate)
        let topic = configuration.topics.command(trackers[index].watch.device)
        batch.request(Message(topic: topic, payload: command.encoded()))
    }

    /// Takes in that a tracker has answered a command, whatever it was.
    mutating func result(_ message: Message, of device: DeviceID, _ batch: inout Batch) throws {
        if message.isEmpty || message.retained { return }
        guard try batch.read(message, as: CommandResult.self) != nil, let index = index(of: device) else { return }
        try heard(index, at: batch.now, &batch)
    }

    /// Notes that a tracker has given a sign of life.
    mutating func heard(_ index: Int, at time: Timestamp, _ batch: inout Batch) throws {
        guard self[index].requests.answered(at: time) else { return }
        touch(index)
        batch.transaction.count(.answered)
        try saveRequests(of: index, at: time, &batch)
    }

    /// Keeps what a tracker was asked, for a restart.
    private func saveRequests(of index: Int, at time: Timestamp, _ batch: inout Batch) throws {
        let payload = trackers[index].requests.unanswered.map { Array($0.record.utf8) } ?? []
        let device = trackers[index].watch.device
        try batch.transaction.saveDocument(
            DocumentRow(device: device, kind: .requests, payload: payload, updated: time)
        )
    }
}
