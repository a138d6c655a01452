/// Several things measured in turns, so that a busy minute of the machine falls on all of them.
struct Rounds {
    /// One thing: its name, and a run that gives one or more numbers.
    struct Trial {
        let name: String
        let run: () async throws -> [String: Double]
    }

    private var trials: [Trial] = []

    mutating func add(_ name: String, _ run: @escaping () throws -> Double) {
        trials.append(Trial(name: name) { ["": try run()] })
    }

    mutating func add(_ name: String, several run: @escaping () async throws -> [String: Double]) {
        trials.append(Trial(name: name, run: run))
    }

    /// Runs all trials in turns.
    ///
    /// - Parameter load: How many rounds.
    /// - Returns: The samples by trial and number, as `trial` or `trial.number`.
    /// - Throws: What a trial throws.
    func run(_ load: Load) async throws -> Results {
        var results = Results()
        for round in 1...load.rounds {
            for trial in trials {
                load.say("  round \(round): \(trial.name)")
                for (number, value) in try await trial.run() { results.add(value, trial.name, number) }
            }
        }
        return results
    }

    struct Results {
        private var samples: [String: Samples] = [:]

        mutating func add(_ value: Double, _ trial: String, _ number: String) {
            samples[number.isEmpty ? trial : "\(trial).\(number)", default: Samples()].add(value)
        }

        subscript(name: String) -> Samples { samples[name] ?? Samples() }
    }
}
