import Settings
import Tracking

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
