import Testing

@testable import Ranging

/// What the table of a shift does with 64 ranges is what moving one after the other does, to the last bit.
struct MotionShiftTests {
    /// Paces times the steps of time: most ranges move by less than their width, by as much, or by far more.
    @Test(arguments: [0, 0.1125, 0.35, 1.4, -0.35, -1.4, -5.6, 11.2, 358.4, -358.4, 1000, -1000])
    func `a shift moves weights, and what they bring along, as a loop over the ranges does`(metres: Double) {
        let shift = MotionTable.Shift(by: metres)
        var offsets = Offsets(bias: -4, sigma: 5, shadowSigma: 3)
        offsets.bias = Cells { Float($0 * 37 % 64) / 7 - 4 }
        offsets.shadow = Cells { Float($0 * 11 % 64) / 9 - 3 }
        let before = Cells { Float(1 + $0 * 29 % 64) / 2048 }
        var sums = MotionTable.Shift.Sums()
        sums.weights = Cells { Float(1 + $0 * 13 % 64) / 4096 }
        let expected = Self.moved(before, by: metres, offsets, sums)

        var moving = before
        var split = MotionTable.Shift.Parts()
        shift.apply(to: &moving, offsets, &sums, &split)

        #expect(moving == expected.moving)
        #expect(sums.weights == expected.sums.weights)
        #expect(sums.biases == expected.sums.biases)
        #expect(sums.shadows == expected.sums.shadows)
    }

    private static func moved(
        _ cells: Cells, by metres: Double, _ offsets: Offsets, _ before: MotionTable.Shift.Sums
    ) -> (moving: Cells, sums: MotionTable.Shift.Sums) {
        var (moving, sums) = (Cells(), MotionTable.Shift.Sums())
        for index in 0..<64 {
            let (target, share) = MotionTable.Shift.place(of: index, after: metres)
            let weight = cells[index]
            let numbers = [weight, weight * offsets.bias[index], weight * offsets.shadow[index]]
            for (part, place) in [(numbers.map { $0 - $0 * share }, target), (numbers.map { $0 * share }, target + 1)]
            where place < 64 {
                moving[place] += part[0]
                sums.biases[place] += part[1]
                sums.shadows[place] += part[2]
            }
        }
        sums.weights = before.weights + moving
        return (moving, sums)
    }
}
