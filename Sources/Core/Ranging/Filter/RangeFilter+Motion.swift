/// What time does to the distance.
extension RangeFilter {
    mutating func move(_ step: MotionTable.Step) {
        mix(step)
        switchHabits(step)
        travel(step)
    }

    /// While the two are together the distance is another from time to time, and the bias the same.
    private mutating func mix(_ step: MotionTable.Step) {
        guard table.motion.together > 0 else { return }
        var sums = Cells.Block()
        var biases = Cells.Block()
        var shadows = Cells.Block()
        var squares = Cells.Block()
        for index in 0..<MotionTable.dwellingBlocks {
            let weight = together.blocks[index]
            let bias = joint.bias.blocks[index]
            sums += weight
            biases += weight * bias
            squares += weight * bias * bias
            shadows += weight * joint.shadow.blocks[index]
        }
        let home = table.dwelling
        let dwelling = home.blocks.span
        let sum = sums.sum()
        let meanBias = biases.sum() / sum
        let meanShadow = shadows.sum() / sum
        joint.biasVariance += step.mix * max(0, squares.sum() / sum - meanBias * meanBias)
        for index in 0..<MotionTable.dwellingBlocks {
            let fresh = dwelling[index] * (sum * step.mix)
            let all = together.blocks[index] * (1 - step.mix) + fresh
            let share = fresh / (all + Self.least)
            joint.bias.blocks[index] += (meanBias - joint.bias.blocks[index]) * share
            joint.shadow.blocks[index] += (meanShadow - joint.shadow.blocks[index]) * share
            together.blocks[index] = all
        }
    }

    /// Somebody leaves, stops, turns, goes on, comes back; who changes sides takes along what is known of the bias.
    private mutating func switchHabits(_ step: MotionTable.Step) {
        let before = together.sum()
        let away = resting.sum() + leaving.sum() + coming.sum() + strolling.sum()
        let lost = step.forget * away
        let moves = 1 - step.stop - step.turn
        let kept = 1 - step.forget
        if table.motion.together == 0 { carryOver(by: step.forget, of: away) }
        var joining = Cells.Block()
        let (allNear, everywhere) = (table.nearness, table.motion.apart.weights)
        let (nearness, usual) = (allNear.blocks.span, everywhere.blocks.span)
        for index in 0..<8 {
            let rest = resting.blocks[index]
            let out = leaving.blocks[index]
            let back = coming.blocks[index]
            let going = rest * (0.5 * step.go)
            let slow = strolling.blocks[index]
            let comes = back * moves + (out + slow) * step.turn + going
            let rests = rest - going - going + (out + slow + back) * step.stop
            let sets = back * step.turn + going
            leaving.blocks[index] = (out * moves + sets * (1 - step.slow)) * kept
            strolling.blocks[index] = (slow * moves + sets * step.slow) * kept
            let near = nearness[index] * step.join
            coming.blocks[index] = (comes - comes * near) * kept
            resting.blocks[index] = (rests - rests * near) * kept + usual[index] * lost
            guard index < MotionTable.dwellingBlocks else { continue }
            let joined = (comes + rests) * near
            joining += joined
            let with = together.blocks[index]
            let left = with * step.leave
            let stays = with - left
            let inShare = joined / (joined + stays + Self.least)
            let others = resting.blocks[index] + leaving.blocks[index] + coming.blocks[index] + strolling.blocks[index]
            let outShare = left / (left + others + Self.least)
            let biasGap = apart.bias.blocks[index] - joint.bias.blocks[index]
            let shadowGap = apart.shadow.blocks[index] - joint.shadow.blocks[index]
            joint.bias.blocks[index] += biasGap * inShare
            joint.shadow.blocks[index] += shadowGap * inShare
            apart.bias.blocks[index] -= biasGap * outShare
            apart.shadow.blocks[index] -= shadowGap * outShare
            together.blocks[index] = stays + joined
            leaving.blocks[index] += left * (1 - step.slow)
            strolling.blocks[index] += left * step.slow
        }
        guard table.motion.together > 0 else { return }
        let left = before * step.leave
        let joined = joining.sum()
        let uncertain = apart.doubt
        let outward = left / (left + away + Self.least)
        let inward = joined / (joined + before + Self.least)
        apart.blend(joint.doubt, share: outward)
        joint.blend(uncertain, share: inward)
        // Who leaves with a mute radio, or joins, has it still.
        let gap = muteTogether - muteApart
        muteApart += gap * outward
        muteTogether -= gap * inward
    }

    /// Who may be anywhere else by now takes along what was learnt of the bias where it most likely was.
    ///
    /// Else what has come to a range lately would have been there all the time, with a bias that explains everything.
    /// Where most has been there all along, the range keeps its own.
    private mutating func carryOver(by share: Float, of away: Float) {
        var all = Cells()
        var biases = Cells.Block()
        var shadows = Cells.Block()
        for index in 0..<8 {
            let weight = resting.blocks[index] + leaving.blocks[index] + coming.blocks[index] + strolling.blocks[index]
            all.blocks[index] = weight
            biases += weight * apart.bias.blocks[index]
            shadows += weight * apart.shadow.blocks[index]
        }
        let everywhere = table.motion.apart.weights
        let usual = everywhere.blocks.span
        let bias = biases.sum() / away
        let shadow = shadows.sum() / away
        for index in 0..<8 {
            let fresh = usual[index] * (share * away)
            let part = fresh / (all.blocks[index] * (1 - share) + fresh + Self.least)
            apart.bias.blocks[index] += (bias - apart.bias.blocks[index]) * part * part
            apart.shadow.blocks[index] += (shadow - apart.shadow.blocks[index]) * part * part
        }
    }

    /// Those who walk take along what they have learnt of the bias.
    private mutating func travel(_ step: MotionTable.Step) {
        var sums = MotionTable.Shift.Sums()
        for index in 0..<8 {
            let weight = resting.blocks[index] + Self.least
            sums.weights.blocks[index] = weight
            sums.biases.blocks[index] = weight * apart.bias.blocks[index]
            sums.shadows.blocks[index] = weight * apart.shadow.blocks[index]
        }
        // One copy, instead of one for each.
        let offsets = apart
        var split = MotionTable.Shift.Parts()
        step.outward.apply(to: &leaving, offsets, &sums, &split)
        if step.slow > 0 { step.strolling.apply(to: &strolling, offsets, &sums, &split) }
        step.inward.apply(to: &coming, offsets, &sums, &split)
        for index in 0..<8 {
            let share = 1 / sums.weights.blocks[index]
            apart.bias.blocks[index] = sums.biases.blocks[index] * share
            apart.shadow.blocks[index] = sums.shadows.blocks[index] * share
        }
    }
}
