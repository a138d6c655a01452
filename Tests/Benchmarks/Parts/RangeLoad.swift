import Ranging
import Tracking

/// One tag that one gateway hears each second.
struct RangeLoad {
    private let motion: Motion

    init(_ motion: Motion) { self.motion = motion }

    /// Receptions taken in by one filter.
    func updatesPerSecond(_ count: Int) -> Double {
        var filter = RangeFilter(model: ReceptionModel(), motion: motion)
        let rate =
            Double(count)
            / Stopwatch.processorSeconds {
                for second in 1...count {
                    let strength = -62 - Double((second &* 7919) % 17)
                    let time = Timestamp(milliseconds: Int64(second) * 1000)
                    filter.observe(Reception(time: time, strength: strength, samples: 1, expected: 1))
                }
            }
        keep(filter)
        return rate
    }

    /// What no filter can do without: one look and one change of each of its twelve tables of cells.
    static func passesPerSecond(_ count: Int) -> Double {
        var tables = InlineArray<12, Cells>(repeating: Cells(repeating: 1))
        let rate =
            Double(count)
            / Stopwatch.processorSeconds {
                for turn in 0..<count {
                    let factor = Float(1 + turn % 2) * 0.75
                    for table in 0..<12 {
                        for block in 0..<8 { tables[table].blocks[block] *= factor }
                    }
                }
            }
        keep(tables)
        return rate
    }
}
