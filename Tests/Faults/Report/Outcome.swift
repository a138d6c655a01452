/// What became of one fault.
struct Outcome: Sendable {
    var fault: String
    var summary: String
    var times = 0
    /// Why it was not made here.
    var impossible: String?
    /// Fixes that were sent, and those sent again as nobody had said that they are stored.
    var sent = 0
    var again = 0
    var stored = 0
    var lost = 0
    var doubled = 0
    /// Of phones, which keep nothing: what a killed broker had acknowledged and forgotten.
    var lostOfPhones = 0
    var alerts = 0
    var seen = 0
    /// Changes of level that were told under two ids.
    var twice = 0
    /// Alerts that came again under the same id.
    var repeated = 0
    var seconds = 0.0
    var troubles: [String] = []
    var notes: [String] = []

    init(_ fault: any Fault) {
        (self.fault, summary) = (fault.name, fault.summary)
    }

    var isGood: Bool { troubles.isEmpty }

    var verdict: String {
        if let impossible { return "not possible here: \(impossible)" }
        return isGood ? "nothing lost, nothing stuck" : troubles.joined(separator: "; ")
    }
}
