public import Tracking

extension Scenario {
    /// The households of so many copies, each with the names of its copy.
    ///
    /// - Parameter fleet: How many copies of everybody there are.
    /// - Returns: What a history service is to be told.
    /// - Throws: ``Name/Invalid`` when a copy's name would be too long.
    public func households(inFleetOf fleet: Int = 1) throws -> Households {
        if households.isEmpty { return households }
        return try Households(
            (1...max(1, fleet)).flatMap { copy in
                try households.all.map { try $0.map { try Cast.name($0, copy: copy, of: fleet) } }
            }
        )
    }
}
