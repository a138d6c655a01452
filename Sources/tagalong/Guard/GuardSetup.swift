import Broker
import Guard
import Guarding
import Logging
import MQTT
import Messages
import Supervision
import Tracking

/// The guard of an owner as this program runs it.
struct GuardSetup {
    let owner: Name
    let topics: Topics
    let phones: PhoneChoice
    /// What is never told of: numbers of the list, addresses or identities.
    var ignored: [String] = []
    var pace = GuardService.Pace.clock(SystemUTCClock())
    /// What it remembers from one start to the next.
    let file: GuardFile
    private let directory: String
    private let ownBroker: OwnBrokerChoice
    private let logLevel: Logger.Level

    init(of owner: Name, topics: Topics, phones: PhoneChoice, _ settings: CommandSettings) {
        (self.owner, self.topics, self.phones) = (owner, topics, phones)
        (directory, logLevel) = (settings.dataDirectory, settings.logLevel)
        file = GuardFile(of: owner, in: settings.dataDirectory)
        ownBroker = OwnBrokerChoice(settings, topics)
    }

    var logger: Logger { Logger(part: "guard", level: logLevel) }

    /// Takes the owner's file for this process alone; two would write it by turns.
    ///
    /// - Throws: ``CommandFailure`` where another guard has it.
    func lock() throws(CommandFailure) -> WriterLock {
        try Directories.create(directory)
        guard let lock = try WriterLock.attempt(file.path) else {
            throw CommandFailure(.failure, "\(file.path): another guard of \(owner) runs already")
        }
        return lock
    }

    /// A guard that goes on with what it remembers, not yet running; `began` is opened once it is connected, or waits for
    /// a broker that is not there.
    ///
    /// - Throws: ``CommandFailure`` for a file that is no guard's of this owner, or ``MQTTError``.
    func service(
        on choice: BrokerChoice, began: Gate = Gate(), tell: @escaping @Sendable (GuardNotice, GuardMessage.Tag) -> Void
    ) async throws -> GuardService {
        let desk = GuardDesk(owner: owner, topics: topics, phones: phones, memory: try memory(), ignored: ignored)
        let client = try MQTTClient(
            configuration: await connection(choice), session: session(of: desk),
            logger: Logger(part: "mqtt", level: logLevel)
        )
        let bus = GatedBus(bus: client, gate: began)
        return GuardService(bus: bus, desk: desk, file: file, pace: pace, logger: logger, tell: tell)
    }

    private func memory() throws(CommandFailure) -> GuardMemory {
        do { return try file.read(for: owner) } catch { throw CommandFailure(.badInput, "\(error)") }
    }

    /// Its session stays on the broker, so that no position is missed between two starts.
    private func session(of desk: GuardDesk) -> BusSession {
        BusSession(
            clientID: "tagalong-guard-\(desk.owner)", subscriptions: desk.filters.map { .init($0) }, persistent: true
        )
    }

    /// On the private broker with a credential of its role: what waits for one that is not started any more is bounded.
    private func connection(_ choice: BrokerChoice) async -> MQTTConfiguration {
        guard case .ours(let directory) = choice.reason else { return choice.connection }
        do {
            guard try Provisioner.isThere(in: directory) else { return choice.connection }
            return try await ownBroker.provisioner.access(ofGuardOf: owner) ?? choice.connection
        } catch {
            logger.debug("connects as the broker's owner: \(error)")
            return choice.connection
        }
    }
}
