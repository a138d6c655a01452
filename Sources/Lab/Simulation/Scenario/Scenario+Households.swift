import Settings
public import Tracking

extension Scenario {
    /// The households of so many copies, each with the names of its copy.
    ///
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

extension ScenarioReader {
    /// Which owners share their things: a list of lists of owners.
    func households(_ value: SettingsValue) throws(SettingsError) -> Households {
        var households = Households()
        for entry in try value.list() {
            let members = try entry.list()
            var names: [Name] = []
            for member in members {
                let name = try owner(member)
                guard !names.contains(name), households.members(with: name).isEmpty else {
                    throw SettingsError(member.place, "\(Households.Invalid.twice(name))")
                }
                names.append(name)
            }
            do { try households.add(names) } catch { throw SettingsError(entry.place, "\(error)") }
        }
        return households
    }
}
