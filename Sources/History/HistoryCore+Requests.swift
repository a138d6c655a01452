import Alerts
import Messages
import Store
import Tracking

/// Location requests: a tracker in cellular mode that has been silent for its interval is asked where it is.
///
/// The request goes to the tracker's command topic with quality 1 and is not retained: for a tracker whose modem sleeps
/// or has no network the broker keeps it in the tracker's session, and delivers it once when that comes back. A retained
/// one would come again with every connection. At most three wait there, for after three the service gives up.
extension HistoryCore {
    /// For so long after a connection, in milliseconds, nobody counts as silent: what the broker has kept comes first.
    private static let settling: Int64 = 60_000

    /// The trackers that are to be asked, or given up.
    func silentTrackers(at now: Timestamp) -> [Int] {
        guard configuration.asksSilent, let listeningSince,
            now.isApart(Self.settling, from: listeningSince)
        else { return [] }
        return trackers.indices.filter { trackers[$0].isSilent(at: now) }
    }

    mutating func ask(_ index: Int, at now: Timestamp, _ transaction: inout StoreTransaction) throws {
        let device = trackers[index].watch.device
        let isAsked = trackers[index].requests.ask(at: now)
        try saveRequests(of: index, at: now, &transaction)
        transaction.count(isAsked ? .asked : .unreachable)
        guard isAsked else { return touch(index) }
        let command = Command(id: "history-\(now.milliseconds)", verb: .locate)
        requests.append(Message(topic: configuration.topics.command(device), payload: command.encoded()))
    }

    /// Takes in that a tracker has answered a command, whatever it was.
    mutating func result(
        _ message: Message,
        of device: DeviceID,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        if message.payload.isEmpty || message.retained { return }
        guard try read(message, as: CommandResult.self, at: now, &transaction) != nil else { return }
        guard let index = indices[device] else { return }
        try heard(index, at: now, &transaction)
    }

    /// Notes that a tracker has given a sign of life.
    mutating func heard(_ index: Int, at time: Timestamp, _ transaction: inout StoreTransaction) throws {
        guard trackers[index].requests.answered(at: time) else { return }
        touch(index)
        transaction.count(.answered)
        try saveRequests(of: index, at: time, &transaction)
    }

    /// Keeps what a tracker was asked, for a restart.
    private func saveRequests(
        of index: Int,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        let payload = trackers[index].requests.unanswered.map { Array($0.record.utf8) } ?? []
        let device = trackers[index].watch.device
        try transaction.saveDocument(DocumentRow(device: device, kind: .requests, payload: payload, updated: now))
    }
}

extension TrackerState {
    /// Whether it should have reported over its modem, and has not.
    ///
    /// One that is switched off, or is to be, has nothing to say; one in Bluetooth mode is heard by a gateway or is not.
    func isSilent(at now: Timestamp) -> Bool {
        guard activeMode == .cellular, desired?.power != .off else { return false }
        return requests.isDue(at: now, interval: desired?.reportEvery ?? watch.reportEvery, scale: watch.scale)
    }
}
