import Clouds
import Settings

/// Checks of the clouds that trackers are behind.
enum CloudCheck {
    /// What there is to say of the file that the service would read; nothing where there is none.
    static func findings(_ settings: CommandSettings) -> [Finding] {
        do {
            guard let choice = try CloudChoice.read(flag: nil, settings) else { return [] }
            return choice.configuration.clouds.map { entry in
                let count = entry.trackers.count
                let trackers = "\(count) tracker\(count == 1 ? "" : "s")"
                let way = entry.cloud.canSend ? "reporting and commanded" : "only reporting: there is no 'api-key-file'"
                return Finding(
                    subject: "cloud \(entry.name)", verdict: .ok, detail: "\(trackers) of \(choice.file), \(way)"
                )
            }
        } catch {
            let remedy = "a service does not start with it; docs/clouds.md has the keys"
            return [Finding(subject: "clouds", verdict: .warning, detail: "\(error)", remedy: remedy)]
        }
    }
}
