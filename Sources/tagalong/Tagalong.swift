import ArgumentParser

@main
struct Tagalong: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "tagalong", abstract: "Things that must not get lost.")
}
