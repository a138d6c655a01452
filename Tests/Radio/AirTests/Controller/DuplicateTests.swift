import Testing

@testable import Air

/// The filter of duplicates.
@Suite struct DuplicateTests {
    private func reports(
        memory: Int, span: Int64? = nil, withoutDuplicates: Bool = true, tags: Int = 2, seconds: Int64 = 30
    ) -> Int {
        var bench = Bench {
            $0.duplicateMemory = memory
            $0.duplicateSpan = span
        }
        bench.change { medium in
            for number in 0..<tags { medium.advertise(TagID(number), advertisement(number, every: 1000)) }
        }
        bench.scan(withoutDuplicates: withoutDuplicates)
        return bench.pass(milliseconds: seconds * 1000).count
    }

    @Test func `each tag is reported once in a scan, whatever it says later`() {
        #expect(reports(memory: 100) == 2)
        // Only where the host wants that, and only where there is a memory for it.
        #expect(reports(memory: 100, withoutDuplicates: false) > 50)
        #expect(reports(memory: 0) > 50)
    }

    @Test func `a scan that begins anew reports each tag anew`() {
        var bench = Bench { $0.duplicateMemory = 100 }
        bench.change { $0.advertise(TagID(1), advertisement(1)) }
        for _ in 0..<3 {
            bench.scan(withoutDuplicates: true)
            #expect(bench.pass(milliseconds: 10_240).count == 1)
            bench.send(.leSetScanEnable, "00 00")
        }
    }

    @Test func `other data from the same address are a duplicate, a new address is not`() {
        var bench = Bench { $0.duplicateMemory = 100 }
        bench.change { $0.advertise(TagID(1), advertisement(1)) }
        bench.scan(withoutDuplicates: true)
        bench.pass(milliseconds: 1000)
        bench.change { medium in
            var changed = advertisement(1)
            changed.data = [2, 1, 4]
            medium.advertise(TagID(1), changed)
        }
        #expect(bench.pass(milliseconds: 1000).isEmpty)
        bench.change { medium in
            var changed = advertisement(1)
            changed.address = tagAddress(2)
            medium.advertise(TagID(1), changed)
        }
        #expect(bench.pass(milliseconds: 1000).count == 1)
    }

    @Test func `an advertisement and its scan response are each reported once`() {
        var bench = Bench { $0.duplicateMemory = 100 }
        bench.change { $0.advertise(TagID(1), advertisement(1)) }
        bench.scan(actively: true, withoutDuplicates: true)
        #expect(bench.pass(milliseconds: 5000).count == 2)
    }

    @Test func `a filter that forgets reports each tag again after its span`() {
        // At 0 s, and at 10 s and 20 s or the advertisement after that.
        #expect(reports(memory: 100, span: 10_000_000) == 6)
    }

    @Test func `a memory that is too small forgets the oldest`() {
        #expect(reports(memory: 2) == 2)
        #expect(reports(memory: 2, tags: 3) > 70)
    }
}
