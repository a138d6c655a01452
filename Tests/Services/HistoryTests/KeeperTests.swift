import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// Who is there, once the gateway that had it is not.
@Suite(.onBothEngines) struct KeeperTests {
    private func status(_ gateway: String, _ state: Availability) -> Message {
        let adapters = state == .online ? [GatewayStatus.Adapter(name: "hci0", health: "scanning")] : []
        return Message(
            topic: "tagalong/gateway/\(gateway)/status",
            payload: GatewayStatus(state: state, adapters: adapters).encoded(),
            retained: true
        )
    }

    private func availability(_ bench: HistoryBench, _ state: Availability, retained: Bool = false) -> Message {
        Message(topic: bench.topics.availability(bench.keys), payload: state.encoded(), retained: retained)
    }

    private func reported(_ bench: HistoryBench, _ mode: Mode) -> Message {
        let state = ReportedState(
            version: 0,
            power: .on,
            reportEvery: 600,
            mode: .auto,
            firmware: "",
            model: "iTag clone",
            boot: 1,
            battery: 80,
            activeMode: mode
        )
        return Message(topic: bench.topics.reported(bench.keys), payload: state.encoded(), retained: true)
    }

    private func heard(_ bench: HistoryBench, by gateway: String, at seconds: Double, held: Bool) throws -> Message {
        let proximity = ProximityMessage(
            time: Timestamp(seconds: seconds),
            gateway: try Name(gateway),
            rssi: -60,
            distance: nil,
            sigma: nil,
            samples: 1,
            isHeld: held,
            link: held ? .up : nil
        )
        return Message(topic: bench.topics.proximity(bench.keys), payload: proximity.encoded())
    }

    private func availabilities(_ messages: [Message]) -> [String] {
        messages.filter { $0.topic.hasSuffix("/availability") && $0.retained }
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }

    /// A tag that a gateway in the hall has a link to.
    private func linked(_ mode: Mode = .bluetooth) throws -> HistoryBench {
        var bench = try HistoryBench()
        let messages = [
            status("hall", .online), reported(bench, mode), availability(bench, .online),
            try heard(bench, by: "hall", at: 1, held: true),
        ]
        _ = try bench.core.ingest(messages, at: Timestamp(seconds: 1))
        return bench
    }

    @Test func `a tag is not there any more when the will of its gateway says that this is gone`() throws {
        var bench = try linked()
        let told = try bench.core.ingest([status("hall", .offline)], at: Timestamp(seconds: 100))
        #expect(availabilities(told) == ["offline"])
        #expect(try bench.store.document(.availability, of: bench.keys)?.payload == Availability.offline.encoded())
        // Once is enough.
        #expect(availabilities(try bench.core.ingest([status("hall", .offline)], at: Timestamp(seconds: 101))).isEmpty)
    }

    @Test func `another gateway that is gone, or one that is there, changes nothing`() throws {
        var bench = try linked()
        let statuses = [status("attic", .offline), status("hall", .online)]
        let told = try bench.core.ingest(statuses, at: Timestamp(seconds: 2))
        #expect(availabilities(told).isEmpty)
    }

    @Test func `what another gateway hears is there still, and once that one has it, it is that one's`() throws {
        var bench = try linked()
        _ = try bench.core.ingest([heard(bench, by: "attic", at: 80, held: false)], at: Timestamp(seconds: 80))
        let told = try bench.core.ingest([status("hall", .offline)], at: Timestamp(seconds: 100))
        #expect(availabilities(told).isEmpty)
        _ = try bench.core.ingest([heard(bench, by: "attic", at: 110, held: true)], at: Timestamp(seconds: 110))
        #expect(
            availabilities(try bench.core.ingest([status("hall", .offline)], at: Timestamp(seconds: 500))).isEmpty
        )
        let gone = try bench.core.ingest([status("attic", .offline)], at: Timestamp(seconds: 600))
        #expect(availabilities(gone) == ["offline"])
    }

    @Test func `a tracker in cellular mode speaks for itself`() throws {
        var bench = try linked(.cellular)
        let told = try bench.core.ingest([status("hall", .offline)], at: Timestamp(seconds: 100))
        #expect(availabilities(told).isEmpty)
    }

    @Test(arguments: [false, true]) func `a service that was not there meanwhile puts it right, whatever comes first`(
        isStatusFirst: Bool
    ) throws {
        let bench = try linked()
        let kept = [availability(bench, .online, retained: true), status("hall", .offline)]
        let messages = Array(isStatusFirst ? kept.reversed() : kept)
        var second = try HistoryBench(store: bench.store, fenced: false)
        let told = try second.connect(at: Timestamp(seconds: 1000), keeping: messages)
        #expect(availabilities(told) == ["offline"])
        // Another gateway is there, and may have it.
        var third = try HistoryBench(store: linked().store, fenced: false)
        let all = messages + [status("attic", .online)]
        #expect(availabilities(try third.connect(at: Timestamp(seconds: 1000), keeping: all)).isEmpty)
    }

    @Test func `what the broker keeps of a tag is older than the end of the gateway that said so`() throws {
        var bench = try linked()
        // Both while the service was cut off from the broker; another gateway is there.
        let kept = [
            status("attic", .online), status("hall", .offline), availability(bench, .online, retained: true),
        ]
        let told = try bench.core.ingest(kept, at: Timestamp(seconds: 100))
        #expect(availabilities(told).last == "offline")
        #expect(try bench.store.document(.availability, of: bench.keys)?.payload == Availability.offline.encoded())
    }

    @Test func `a gateway that was cut off from the broker and has kept its link has its tag back`() throws {
        var bench = try linked()
        let gone = try bench.core.ingest([status("hall", .offline)], at: Timestamp(seconds: 100))
        #expect(availabilities(gone) == ["offline"])
        let back = [status("hall", .online), try heard(bench, by: "hall", at: 130, held: true)]
        #expect(availabilities(try bench.core.ingest(back, at: Timestamp(seconds: 130))) == ["online"])
        #expect(try bench.store.document(.availability, of: bench.keys)?.payload == Availability.online.encoded())
        // That it is heard, or was linked long ago, is no link.
        _ = try bench.core.ingest([status("hall", .offline)], at: Timestamp(seconds: 200))
        let heard = [
            try heard(bench, by: "hall", at: 210, held: false), try heard(bench, by: "hall", at: 211, held: true),
        ]
        #expect(availabilities(try bench.core.ingest([heard[0]], at: Timestamp(seconds: 210))).isEmpty)
        #expect(availabilities(try bench.core.ingest([heard[1]], at: Timestamp(seconds: 400))).isEmpty)
    }
}
