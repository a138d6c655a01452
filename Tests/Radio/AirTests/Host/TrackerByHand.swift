import Bluetooth
import Firmware
import TestSupport
import Tracking

@testable import Air
@testable import HostStack

/// A tracker in the air whose firmware and attributes are values: what its host asks is answered at once.
struct TrackerByHand {
    static let tag = TagID(1)
    static let number = TrackerNumber(0x0011_2233_4455_6677)
    static let start = Timestamp(seconds: 1_000_000)

    var bench: Bench
    private(set) var firmware = Firmware(parameters: FirmwareParameters())
    private(set) var table: TrackerTable
    /// All that the tag has told.
    private(set) var told: [HostedTag.Notice] = []
    private let notices = HostedBench.Notices()

    init(_ security: SecuritySettings = SecuritySettings(), seed: UInt64 = 7) {
        bench = Bench(.extended, seed: seed)
        _ = firmware.handle(.start, at: Self.start)
        table = TrackerTable(number: Self.number, view: TrackerView(firmware))
        let host = TagHost(
            settings: HostSettings(name: "Tag", security: security),
            identity: DeviceAddress(tagAddress(1).address, .random),
            identityKey: IdentityKey(0x77),
            services: TrackerServices.all,
            generator: SeededGenerator(seed: seed),
            at: Self.start
        )
        let hosted = HostedTag(host, advertisement: advertisement(1), start: Self.start) { [notices] in notices.add($0)
        }
        bench.change { medium in
            medium.place(Self.tag, peer: hosted)
            medium.advertise(Self.tag, hosted.advertisement)
        }
    }

    var hosted: HostedTag? { bench.airspace.medium.peer(of: Self.tag) as? HostedTag }
    var host: TagHost? { hosted?.host }
    /// Whether it is to be found.
    var advertises: Bool { bench.airspace.medium.advertisement(of: Self.tag) != nil }

    /// The handle of a characteristic's value in the tracker's database.
    func handle(of characteristic: BluetoothUUID) -> UInt16 {
        host?.database.valueHandle(of: .tagalong(characteristic)) ?? 0
    }

    /// Somebody holds the button until everything is forgotten.
    mutating func forgetEverything() {
        _ = happen(.factoryReset)
        bench.change { medium in
            medium.changeHost(of: Self.tag) { hosted, _ in
                hosted.host.bonds.removeAll()
                hosted.host.acceptsPairing = true
                return []
            }
        }
    }

    /// Lets time pass, while the tracker answers; what comes to the host meanwhile.
    mutating func pass(milliseconds: Int64) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        for _ in 0..<(milliseconds / 10) {
            packets += bench.pass(milliseconds: 10)
            answer()
        }
        return packets
    }

    private mutating func answer() {
        while true {
            let pending = notices.take()
            if pending.isEmpty { return }
            told += pending
            for notice in pending {
                let events = events(after: notice)
                bench.change { medium in for event in events { medium.deliver(Self.tag, event) } }
            }
            // Only a free tracker takes another bond.
            let isFree = firmware.owner == nil
            bench.change { medium in
                medium.changeHost(of: Self.tag) { hosted, _ in
                    hosted.host.acceptsPairing = isFree
                    return []
                }
            }
        }
    }

    private mutating func events(after notice: HostedTag.Notice) -> [HostEvent] {
        switch notice {
        case .connected: return happen(table.link(isUp: true))
        case .disconnected: return happen(table.link(isUp: false))
        case .host(.read(let name, let link, let request), _):
            do throws(AttributeError) {
                return [.answered(request, .success(try table.read(name, over: link)))]
            } catch { return [.answered(request, .failure(error))] }
        case .host(.write(let value, let name, let link, let request), _):
            do throws(AttributeError) {
                let updates = try write(value, to: name, over: link)
                return (request.map { [.answered($0, .success([]))] } ?? []) + updates
            } catch { return request.map { [.answered($0, .failure(error))] } ?? [] }
        case .host(.subscribed(let name, let isOn), _): return happen(table.subscribed(to: name, isOn))
        default: return []
        }
    }

    private mutating func write(
        _ value: [UInt8],
        to name: AttributeName,
        over link: LinkState
    ) throws(AttributeError) -> [HostEvent] {
        guard let event = try table.write(value, to: name, over: link) else { return [] }
        let said = act(on: event)
        return try table.took(event, TrackerView(firmware)).map(HostEvent.update) + said
    }

    private mutating func happen(_ event: FirmwareEvent?) -> [HostEvent] {
        guard let event else { return [] }
        let said = act(on: event)
        return table.update(TrackerView(firmware)).map(HostEvent.update) + said
    }

    private mutating func act(on event: FirmwareEvent) -> [HostEvent] {
        let now = Timestamp(milliseconds: Self.start.milliseconds + bench.time.microseconds / 1000)
        return firmware.handle(event, at: now).flatMap { action -> [HostEvent] in
            guard case .send(let uplink, over: .bluetooth) = action else { return [] }
            return table.say(uplink).map(HostEvent.update)
        }
    }
}

extension AttributeName {
    fileprivate static func tagalong(_ characteristic: BluetoothUUID) -> AttributeName {
        AttributeName(service: TagalongService.uuid, characteristic: characteristic)
    }
}
