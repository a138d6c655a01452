import TestSupport

/// Something that goes wrong in the middle of the load.
protocol Fault: Sendable {
    /// One word for the command line and the table.
    var name: String { get }
    /// What is done, in a few words.
    var summary: String { get }
    /// How often.
    var times: Int { get }
    /// How often by a plan.
    func times(_ plan: Plan) -> Int
    /// Whether fixes still come in the order in which they were made and in time, so that each alert is due.
    var keepsAlerts: Bool { get }

    /// Whether an alert may come again under the same id.
    ///
    /// A broker that goes down delivers again whatever its subscribers' acknowledgements of it had not reached it.
    var mayRepeat: Bool { get }

    /// Why it cannot be made on this machine; nil when it can.
    func obstacle(_ plan: Plan) -> String?

    /// Lays out what it needs, before the history service starts.
    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws

    /// Makes it once, and ends it.
    func strike(_ number: Int, _ stage: Stage) async throws

    /// Takes away what it has laid out.
    func clear(_ stage: Stage) async
}

extension Fault {
    func times(_ plan: Plan) -> Int { times }
    var keepsAlerts: Bool { true }
    var mayRepeat: Bool { false }
    func obstacle(_ plan: Plan) -> String? { nil }
    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {}
    func clear(_ stage: Stage) async {}
}

/// All faults, in the order of the table.
enum Catalogue {
    static let faults: [any Fault] = [
        HistoryKilled(), HistoryEnded(), HistoryFrozen(), BrokerRestarted(), BrokerKilled(), DiskFull(),
        DatabaseReadOnly(), NetworkCut(), NetworkSlow(), ClockJumped(),
        HostileHTTP(), HostileMQTT(),
        WorkerKilled(), WorkerEnded(), WorkerFrozen(), WorkerAdded(), PartitionsChanged(), WorkerNamesake(),
        WorkerCutOff(), WorkerClocksApart(), StoreRestarted(), StoreCutOff(), StoreFailedOver(),
        WorkersBrokerRestarted(), BrokerNodeKilled(), BrokerNodesRestarted(),
    ]
}
