import API
import Access
import ArgumentParser
import Files
import JSON
import Store
import Tracking

/// `tagalong people profile`.
struct PeopleProfile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Show your profile, or change it.",
        discussion: """
            Without an option that changes something it shows the profile. What is not named stays as it is; an \
            empty text removes one.

            Examples:
              tagalong people profile --name "Sam Muster" --town Bern
              tagalong people profile --shown name,town
              tagalong people profile --shown none
              tagalong people profile --add personal:phone:"+41 79 000 00 00" --label mobile
              tagalong people profile --remove 1
              tagalong people profile --picture sam.jpg
            """
    )

    @Option(help: ArgumentHelp("Your name, 1 to 60 characters.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Your town.", valueName: "text"))
    var town: String?

    @Option(help: ArgumentHelp("Your school.", valueName: "text"))
    var school: String?

    @Option(help: ArgumentHelp("Your employer.", valueName: "text"))
    var employer: String?

    @Option(
        help: ArgumentHelp(
            "What strangers may find and see: name, picture, town, school, employer, mail (found by the whole address, never shown), or none.",
            valueName: "fields"
        ),
        completion: .list(ShownField.allCases.map(\.rawValue) + ["none"])
    )
    var shown: String?

    @Option(
        help: ArgumentHelp(
            "Add an entry: personal, work or school; phone, address or mail; and its text; may be repeated.",
            valueName: "section:kind:text"
        ),
        completion: .list(
            ProfileSection.allCases.flatMap { section in
                ProfileEntry.Kind.allCases.map { "\(section.rawValue):\($0.rawValue):" }
            }
        )
    )
    var add: [String] = []

    @Option(help: ArgumentHelp("What the added entry is for, such as mobile.", valueName: "text"))
    var label: String?

    @Option(help: ArgumentHelp("Remove an entry, by its number in the list.", valueName: "n"))
    var remove: Int?

    @Option(
        help: ArgumentHelp("Your picture, a JPEG, PNG or WebP file of up to 5 MiB.", valueName: "file"),
        completion: .file(extensions: ["jpg", "jpeg", "png", "webp"])
    )
    var picture: String?

    @Flag(name: .customLong("no-picture"), help: "Remove your picture.")
    var hasNoPicture = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard label == nil || add.count == 1 else {
            throw ValidationError("--label is of one entry: use it with one --add.")
        }
        guard picture == nil || !hasNoPicture else {
            throw ValidationError("--picture and --no-picture contradict each other.")
        }
        _ = try fields()
        _ = try entries()
    }

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        var profile = try access.profiles.profile(of: account)
        let before = profile
        profile.name = name ?? profile.name
        profile.town = town ?? profile.town
        profile.school = school ?? profile.school
        profile.employer = employer ?? profile.employer
        profile.shown = try fields() ?? profile.shown
        if let remove {
            guard profile.entries.indices.contains(remove - 1) else {
                throw CommandFailure(
                    .badInput, "--remove: there is no entry \(remove); the profile has \(profile.entries.count)"
                )
            }
            profile.entries.remove(at: remove - 1)
        }
        profile.entries += try entries()
        // What cannot be read is told before anything is changed.
        let photo = try picture.map(Self.photo)
        if profile != before {
            try access.profiles.replace(profile, of: account, at: SystemUTCClock().now)
            profile = try access.profiles.profile(of: account)
        }
        if photo != nil || hasNoPicture {
            try access.profiles.setPicture(photo, of: account, at: SystemUTCClock().now)
        }
        try output.write(profile.json(of: account), or: profile.lines(of: account))
    }

    private static func photo(_ path: String) throws -> PhotoRow {
        if case .bytes(let size) = FileReader.extent(of: path), size > PhotoFile.limit {
            throw CommandFailure(.badInput, "\(path.printable): a picture of at most 5 MiB is expected")
        }
        guard let bytes = try FileReader.read(path, limit: PhotoFile.limit) else {
            throw CommandFailure(.badInput, "\(path.printable): there is no such file")
        }
        do {
            return try PhotoFile(bytes).row(at: SystemUTCClock().now)
        } catch { throw CommandFailure(.badInput, "\(path.printable): \(error)") }
    }

    private func fields() throws(ValidationError) -> Set<ShownField>? {
        guard let shown else { return nil }
        if shown == "none" { return [] }
        var fields: Set<ShownField> = []
        for word in shown.split(separator: ",") {
            guard let field = ShownField(rawValue: String(word)) else {
                let words = ShownField.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--shown: '\(String(word).printable)' is given, \(words) or none is expected.")
            }
            fields.insert(field)
        }
        return fields
    }

    private func entries() throws(ValidationError) -> [ProfileEntry] {
        try add.map { text throws(ValidationError) in try entry(text) }
    }

    private func entry(_ add: String) throws(ValidationError) -> ProfileEntry {
        let parts = add.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let section = ProfileSection(rawValue: parts[0]),
            let kind = ProfileEntry.Kind(rawValue: parts[1])
        else {
            throw ValidationError(
                "--add: '\(add.printable)' is given, SECTION:KIND:TEXT is expected, such as work:phone:+41310000000."
            )
        }
        return ProfileEntry(section: section, kind: kind, label: label ?? "", value: parts[2])
    }
}

extension Profile {
    fileprivate func json(of account: Name) -> JSONValue {
        .object([
            "account": .text(account.text),
            "name": .text(name),
            "town": .text(town),
            "school": .text(school),
            "employer": .text(employer),
            "shown": .list(shown.sorted().map { .text($0.rawValue) }),
            "entries": .list(entries.map(\.json)),
            "updated": updated.map { .time($0) },
        ])
    }

    fileprivate func lines(of account: Name) -> String {
        var lines = ["\(name.printable) (\(account))"]
        for (word, text) in [("Town", town), ("School", school), ("Employer", employer)] where !text.isEmpty {
            lines.append("\(word): \(text.printable)")
        }
        lines += entries.enumerated().map { "\($0.offset + 1). \($0.element.line)" }
        let words = shown.sorted().map(\.rawValue).joined(separator: ", ")
        lines.append("Strangers may find and see: \(words.isEmpty ? "nothing" : words)")
        return lines.joined(separator: "\n") + "\n"
    }
}
