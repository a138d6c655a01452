import API
import Clouds
import History
import Logging
import MQTT
import Messages
import Tracking

extension HistorySetup {
    /// What speaks with the clouds, not yet running: a way in for all of them where HTTP is served, and a courier for each
    /// that can send.
    ///
    /// - Throws: ``MQTTError``.
    func cloudLinks(_ connection: MQTTConfiguration, hasIngress: Bool) throws -> CloudLinks {
        let logger = Logger(part: "clouds", level: logLevel)
        let mqtt = Logger(part: "mqtt", level: logLevel)
        let entries = (clouds?.configuration.clouds ?? []).map { (entry: $0, counters: CloudCounters()) }
        var links = CloudLinks(counters: entries.map { ($0.entry.name.text, $0.counters) })
        guard !entries.isEmpty else { return links }
        let topics = configuration.topics
        if hasIngress {
            let name = "\(configuration.clientID)-clouds-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
            let client = try MQTTClient(
                configuration: connection, session: CloudIngress.session(named: name), logger: mqtt
            )
            links.ingress = CloudIngress(
                entries, topics: topics, clock: SystemUTCClock(), logger: logger, bus: client
            ) { client.counters.dropped }
        }
        var patient = connection
        patient.batchLimit = CloudCourier.batch
        patient.receiveMaximum = UInt16(2 * CloudCourier.batch)
        patient.keepAlive = CloudCourier.keepAlive
        links.couriers = entries.filter(\.entry.cloud.canSend).map { [patient] entry, counters in
            let name = "\(configuration.clientID)-cloud-\(entry.name)"
            let session = CloudCourier.session(of: entry, named: name, topics)
            return CloudCourier(entry, topics: topics, counters: counters, clock: SystemUTCClock(), logger: logger) {
                try MQTTClient(configuration: patient, session: session, logger: mqtt)
            }
        }
        return links
    }
}

/// What speaks with clouds, and where it counts.
struct CloudLinks {
    let counters: [(name: String, counters: CloudCounters)]
    var ingress: CloudIngress?
    var couriers: [CloudCourier] = []

    init(counters: [(name: String, counters: CloudCounters)]) { self.counters = counters }

    var services: ServiceSet { ServiceSet((ingress.map { [$0] } ?? []) + couriers) }

    var metrics: @Sendable () -> [CloudMetrics] {
        { [counters] in counters.map { CloudMetrics(cloud: $0.name, counts: $0.counters.counts) } }
    }
}
