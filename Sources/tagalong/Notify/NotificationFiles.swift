import API
import Foundation
import Notifications
import Settings

/// Where it is written down who is told of alerts.
struct NotificationFiles: Sendable {
    /// The file that somebody has named.
    let named: String?
    /// Where it is looked for otherwise, the first place first.
    let usual: [String]
    /// Where it is kept what was told.
    let database: String

    /// Nil when nobody is to be told.
    ///
    /// - Throws: ``SettingsError`` for a file of settings that is wrong.
    init?(flag: String?, _ settings: CommandSettings) throws {
        let given = try settings.value(.notifications, flag: flag)
        if given?.text == "off" { return nil }
        named = given?.path
        usual = settings.usualPlaces(of: "notifications.yaml")
        database = NotificationChoice.database(settings)
    }

    /// The file that counts; nil when there is none.
    private var path: String? {
        get throws(SettingsError) {
            if let named { return named }
            for path in usual where try FileBytes.exists(path) { return path }
            return nil
        }
    }

    /// Reads the file, and the secrets that it names; nil when there is none.
    ///
    /// With `mayWithhold` a channel may lack a secret that only the service has.
    ///
    /// - Throws: ``SettingsError`` with the place in the file.
    func choice(mayWithhold: Bool = false) throws(SettingsError) -> NotificationChoice? {
        guard let path = try path else { return nil }
        return NotificationChoice(
            file: path,
            configuration: try NotificationConfiguration(
                SettingsFile(path: path), environment: ProcessInfo.processInfo.environment, mayWithhold: mayWithhold
            ),
            database: database
        )
    }

    /// How the file stands now, beside what a service has read of it at its start.
    func standing(beside running: NotificationConfiguration?) -> NotificationDesk.File {
        do throws(SettingsError) {
            guard let choice = try choice() else { return file(named ?? usual.first ?? "", .missing) }
            return file(choice.file, choice.configuration == running ? .used : .changed)
        } catch { return file(error.file, .wrong, problem: "\(error)") }
    }

    /// With its whole path: who reads of it in a page is in no directory.
    private func file(
        _ path: String, _ state: NotificationDesk.File.State, problem: String? = nil
    ) -> NotificationDesk.File {
        NotificationDesk.File(path: URL(fileURLWithPath: path).path, state: state, problem: problem)
    }
}
