import Testing

@testable import Evaluation

@Suite struct HabitTrialTests {
    @Test func `a seed gives the same weeks whoever plays them`() async throws {
        let one = try await HabitTrial(seeds: 3...6).score(workers: 1)
        let two = try await HabitTrial(seeds: 3...6).score(workers: 2)
        #expect(one == two)
        #expect(one.persons == 4 && one.all.precision.total > 0)
    }

    /// A small part of what `tagalong evaluate --habits` measures, on seeds on which nothing was chosen.
    @Test func `nine of ten suggestions are right, and most habits are found`() async throws {
        let score = try await HabitTrial(seeds: 1001...1040).score(workers: 2)
        #expect(score.all.precision.share >= 0.9, "\(score.wrong.joined(separator: "\n"))")
        #expect(score.all.recall.share >= 0.75)
        // What goes along by chance is hardly ever suggested.
        let umbrella = score.things.first { $0.name == "umbrella" }
        #expect((umbrella?.precision.total ?? 0) <= 4)
    }

    @Test func `from three weeks, eight of ten suggestions are still right`() async throws {
        let score = try await HabitTrial(seeds: 1...20, weeks: 3).score(workers: 2)
        #expect(score.all.precision.share >= 0.8)
    }
}
