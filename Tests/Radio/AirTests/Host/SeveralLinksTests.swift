import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import Air
@testable import HostStack

/// One tag and several centrals through host stack, air, controllers and HCI, on the virtual clock.
@Suite struct SeveralLinksTests {
    private let part = DiaryPart()

    private func bench(limit: Int = 2, centrals: Int = 3, owner: HostedTag.Owner = .told) -> CrowdBench {
        CrowdBench(TagServices([part], at: CrowdBench.start), linkLimit: limit, centrals: centrals, owner: owner)
    }

    @Test(arguments: TagKind.allCases.filter(\.isConnectable))
    func `a tag advertises until its places are taken, and again when one is free`(kind: TagKind) {
        var bench = CrowdBench(kind.tag(number: 7, at: CrowdBench.start), linkLimit: kind.linkLimit, centrals: 3)
        for central in 0..<kind.linkLimit {
            #expect(bench.advertises)
            let isIn = bench.connect(central)
            #expect(isIn)
        }
        #expect(!bench.advertises && bench.host?.linkStates.count == kind.linkLimit)
        // It waits, and comes in when another one leaves.
        let isThirdIn = bench.connect(2)
        #expect(!isThirdIn)
        bench.send(.disconnect, "40 00 13", by: 0)
        let packets = bench.pass(milliseconds: 1000, for: 2)
        #expect(CrowdBench.isConnection(packets))
        #expect(!bench.advertises && bench.host?.linkStates.count == kind.linkLimit)
    }

    @Test func `only Find Hub tags take two centrals`() {
        #expect(TagKind.allCases.filter { $0.linkLimit == 2 } == [.fmdn])
        #expect(TagKind.allCases.allSatisfy { (1...2).contains($0.linkLimit) })
    }

    @Test func `what one central writes is notified to the other, and an answer only to who has asked`() {
        var bench = bench()
        for central in 0...1 {
            bench.connect(central)
            for handle in [DiaryPart.shared, DiaryPart.point].map({ bench.handle(of: $0) }) {
                bench.ask([0x12] + (handle + 1).littleEndianBytes + [1, 0], by: central)
            }
        }
        let shared = bench.handle(of: DiaryPart.shared).littleEndianBytes
        let point = bench.handle(of: DiaryPart.point).littleEndianBytes
        let told = [0x1B] + shared + [7]
        #expect(bench.ask([0x12] + shared + [7], by: 1) == [0: [told], 1: [[0x13], told]])
        #expect(bench.ask([0x12] + point + [8], by: 0) == [0: [[0x13], [0x1B] + point + [8]]])
    }

    @Test func `the tag knows of the first link and of the last, and of the subscriptions of all`() {
        var bench = bench()
        bench.connect(0)
        bench.connect(1)
        let configuration = (bench.handle(of: DiaryPart.shared) + 1).littleEndianBytes
        for central in 0...1 { bench.ask([0x12] + configuration + [1, 0], by: central) }
        bench.disconnect(0)
        #expect(part.diary.events == [.link(isUp: true), .subscribed(DiaryPart.shared, true)])
        bench.ask([0x12] + configuration + [0, 0], by: 1)
        #expect(part.diary.events.last == .subscribed(DiaryPart.shared, false))
        bench.disconnect(1)
        #expect(part.diary.events.last == .link(isUp: false) && bench.host?.isConnected == false)
    }

    @Test func `a central's reset ends its link alone`() {
        var bench = bench()
        bench.connect(0)
        bench.connect(1)
        bench.send(.reset, by: 0)
        bench.pass(milliseconds: 100)
        #expect(bench.host?.linkStates.count == 1 && bench.advertises)
        #expect(bench.ask([0x0A, 0x03, 0x00], by: 1) == [1: [[0x0B] + Array("Tag".utf8)]])
    }

    @Test func `the owner is near while any bonded central's link is encrypted`() {
        var bench = bench(limit: 3, owner: .bondedCentral)
        for central in 0...2 { bench.connect(central) }
        bench.encrypt(1)
        #expect(bench.host?.linkStates.values.filter(\.isBonded).count == 1)
        bench.encrypt(2)
        bench.disconnect(0)
        bench.disconnect(1)
        #expect(part.diary.events == [.link(isUp: true), .owner(isNear: true)])
        bench.disconnect(2)
        #expect(part.diary.events.suffix(2) == [.owner(isNear: false), .link(isUp: false)])
    }

    @Test func `the owner is away when only strangers are left`() {
        var bench = bench(owner: .bondedCentral)
        bench.connect(0)
        bench.connect(1)
        bench.encrypt(1)
        bench.disconnect(1)
        #expect(part.diary.events == [.link(isUp: true), .owner(isNear: true), .owner(isNear: false)])
    }
}

extension CrowdBench {
    /// The handle of a characteristic's value in the tag's database.
    fileprivate func handle(of name: AttributeName) -> UInt16 { host?.database.valueHandle(of: name) ?? 0 }
}
