import Foundation
import PackagePlugin

/// Puts the files of `Files` into the target as Swift source, so that the program needs no path to find them.
@main
struct EmbedPages: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Files")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .sorted()
            .map { folder.appending(path: $0) }
            .filter { !$0.hasDirectoryPath && !$0.lastPathComponent.hasPrefix(".") }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPages.swift")
        return [
            .buildCommand(
                displayName: "Embedding the pages",
                executable: try context.tool(named: "page-writer").url,
                arguments: [folder.path, output.path],
                inputFiles: files,
                outputFiles: [output]
            )
        ]
    }
}
