import ArgumentParser

/// `tagalong completion`.
struct Completion: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the tab-completion script for a shell.",
        discussion: """
            bash:  tagalong completion bash > ~/.local/share/bash-completion/completions/tagalong
            zsh:   tagalong completion zsh > ~/.zfunc/_tagalong   (with ~/.zfunc in fpath)
            fish:  tagalong completion fish > ~/.config/fish/completions/tagalong.fish
            """
    )

    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    @Argument(help: "The shell.")
    var shell: Shell

    func run() async throws {
        let kind: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        try Output.standard.write(Tagalong.completionScript(for: kind) + "\n")
    }
}
