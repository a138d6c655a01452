import Alerts
import Evaluation
import Foundation
import Ranging
import Testing
import Tracking

/// The choice of a room on a measured walk, where a room is what is nearest to a receiver.
@Suite struct RoomTrialTests {
    @Test(.enabled(if: haveRecording, "the recording in ../shared/data/rss is not there"))
    func `on a real walk the room is right more often than the strongest report, and does not flicker`() throws {
        let receivers = try Recording.receivers(file: shared.appending(path: "anchors.csv").path)
        let file = shared.appending(path: "calibration_df.csv").path
        let walk = try Recording(file: file, receivers: receivers, tagHeight: 1.3)
        let names = try receivers.indices.map { try Name("g\($0)") }
        var choice = RoomChoice()
        var (right, strongestRight, changes, strongestChanges, truths) = (0, 0, 0, 0, 0)
        var (before, strongestBefore, truthBefore): (Int?, Int?, Int?)
        var last = -1.0
        for row in walk.rows where row.time > last {
            last = row.time
            let now = Timestamp(milliseconds: Int64(row.time * 1000))
            for (index, strength) in row.strengths.enumerated() {
                guard let strength else { continue }
                choice.heard(strength + 47, samples: 1, by: names[index], in: "\(index)", at: now)
            }
            let truth = receivers.indices.min { walk.distance(of: row, to: $0) < walk.distance(of: row, to: $1) }
            let strongest = receivers.indices.max { (row.strengths[$0] ?? -200) < (row.strengths[$1] ?? -200) }
            let chosen = choice.room.flatMap { Int($0) }
            if chosen == truth { right += 1 }
            if strongest == truth { strongestRight += 1 }
            if let before, before != chosen { changes += 1 }
            if let strongestBefore, strongestBefore != strongest { strongestChanges += 1 }
            if let truthBefore, truthBefore != truth { truths += 1 }
            (before, strongestBefore, truthBefore) = (chosen, strongest, truth)
        }
        let count = walk.rows.count
        #expect(right > strongestRight, "\(right) and \(strongestRight) of \(count)")
        #expect(changes <= truths, "\(changes) changes where there were \(truths)")
        #expect(strongestChanges > 10 * changes, "\(strongestChanges) against \(changes)")
    }

    @Test(.enabled(if: haveRecording, "the recording in ../shared/data/rss is not there"))
    func `on a real walk a survey of the rooms makes the room right more often`() throws {
        let receivers = try Recording.receivers(file: shared.appending(path: "anchors.csv").path)
        let file = shared.appending(path: "calibration_df.csv").path
        let walk = try Recording(file: file, receivers: receivers, tagHeight: 1.3)
        let names = try receivers.indices.map { try Name("g\($0)") }
        func truth(_ row: Recording.Row) -> Int? {
            receivers.indices.min { walk.distance(of: row, to: $0) < walk.distance(of: row, to: $1) }
        }
        // Blocks of 100 s take turns.
        let survey = walk.rows.enumerated().filter { $0.offset / 300 % 2 == 0 }.map(\.element)
        let test = walk.rows.enumerated().filter { $0.offset / 300 % 2 == 1 }.map(\.element)
        var sums: [Int: [Int: (sum: Double, count: Double)]] = [:]
        for row in survey {
            guard let room = truth(row) else { continue }
            for (index, strength) in row.strengths.enumerated() {
                guard let strength else { continue }
                let before = sums[room]?[index] ?? (0, 0)
                sums[room, default: [:]][index] = (before.sum + strength + 47, before.count + 1)
            }
        }
        var levels: [String: [Name: Double]] = [:]
        for (room, means) in sums {
            for (index, mean) in means { levels["\(room)", default: [:]][names[index]] = mean.sum / mean.count }
        }
        func right(_ map: RoomMap?) -> Int {
            var choice = RoomChoice()
            var (count, last) = (0, -1.0)
            for row in test where row.time > last {
                last = row.time
                let now = Timestamp(milliseconds: Int64(row.time * 1000))
                for (index, strength) in row.strengths.enumerated() {
                    guard let strength else { continue }
                    choice.heard(strength + 47, samples: 1, by: names[index], in: "\(index)", on: map, at: now)
                }
                if let room = choice.room.flatMap({ Int($0) }), room == truth(row) { count += 1 }
            }
            return count
        }
        let (with, without) = (right(RoomMap(levels)), right(nil))
        #expect(with > without, "\(with) and \(without) of \(test.count)")
    }
}
