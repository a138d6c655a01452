extension RunReport {
    /// So many runs as one JSON object: all of them in `runs`, in the order in which they were played, and in `passed`
    /// whether everything held.
    ///
    /// Of a single run everything stands beside `runs` too, where it stood before runs could be repeated.
    ///
    /// - Throws: An error of the encoder.
    public static func json(_ reports: [RunReport]) throws -> String { try json(Runs(runs: reports)) }

    private struct Runs: Encodable {
        let runs: [RunReport]

        enum CodingKeys: String, CodingKey { case passed, runs }

        func encode(to encoder: any Encoder) throws {
            if let only = runs.first, runs.count == 1 { try only.encode(to: encoder) }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(runs.allSatisfy(\.passed), forKey: .passed)
            try container.encode(runs, forKey: .runs)
        }
    }
}
