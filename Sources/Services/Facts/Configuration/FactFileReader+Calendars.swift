import Settings
import Tracking

extension FactConfiguration {
    enum CalendarKey: String, SettingsKey {
        case url, caldav, user, file
        case urlFile = "url-file"
        case passwordFile = "password-file"
    }

    /// Whose calendar is where.
    static func calendars(
        _ value: SettingsValue, _ environment: [String: String]
    ) throws(SettingsError) -> [Name: CalendarPlace] {
        var calendars: [Name: CalendarPlace] = [:]
        for (text, value) in try value.named() {
            guard let owner = try? Name(text) else {
                throw SettingsError(value.place, "'\(text.prefix(40))': the name of an owner is expected")
            }
            calendars[owner] = try calendar(value, environment)
        }
        return calendars
    }

    private static func calendar(
        _ value: SettingsValue, _ environment: [String: String]
    ) throws(SettingsError) -> CalendarPlace {
        let section = try value.section(CalendarKey.self)
        func secret(_ value: SettingsValue) throws(SettingsError) -> SecretText {
            try SecretFile.read(try value.string(), at: value.place, environment: environment)
        }
        let ways = [section[.url], section[.urlFile], section[.caldav], section[.file]].compactMap(\.self)
        guard ways.count == 1, let way = ways.first else {
            throw SettingsError(section.place, "one of url, url-file, caldav and file is expected")
        }
        do {
            if let server = section[.caldav] {
                let user = try section.required(.user).string()
                let password = try secret(try section.required(.passwordFile))
                return try CalendarPlace(calDAV: try server.string(), user: user, password: password, isTrusted: true)
            }
            try section.allow([.url, .urlFile, .file], with: "a calendar without caldav")
            if let file = section[.file] {
                return CalendarPlace(file: try SecretFile.resolve(try file.string(), file.place, environment))
            }
            let address = try section[.urlFile].map(secret) ?? SecretText(try way.string())
            return try CalendarPlace(address: address, isTrusted: true)
        } catch let error as SettingsError {
            throw error
        } catch { throw SettingsError(way.place, "\(error)") }
    }
}
