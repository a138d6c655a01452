import Foundation
import TestSupport
import Testing

/// The map in docs/architecture.md against Package.swift.
struct FloorTests {
    private static let manifest = text("Package.swift")
    private static let page = text("docs/architecture.md")

    private static func text(_ file: String) -> String {
        (try? String(contentsOf: packageRoot.appending(path: file), encoding: .utf8)) ?? ""
    }

    /// Our targets in the manifest that are no tests, each with those of them that it imports.
    private static let imports: [String: Set<String>] = {
        let targets =
            /\.(?:target|executableTarget|systemLibrary)\(\s*name: "([\w-]+)"(?:,\s*dependencies: \[([^\]]*)\])?/
        let found = manifest.matches(of: targets).map { (String($0.1), $0.2 ?? "") }
        let names = Set(found.map(\.0))
        return Dictionary(
            uniqueKeysWithValues: found.map { name, dependencies in
                let own = dependencies.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                    .filter { $0.hasPrefix("\"") }.map { $0.trimmingCharacters(in: ["\""]) }
                return (name, names.intersection(own))
            }
        )
    }()

    /// The targets of each floor, from below, as the manifest has them.
    private static let floors: [(name: String, targets: [String])] = {
        let table = manifest.split(separator: "let floors:").last?.split(separator: "\n]").first ?? ""
        return table.matches(of: /"(\w+)": \[([^\]]*)\]/).map { floor in
            (String(floor.1), floor.2.matches(of: /"(\w+)"/).map { String($0.1) })
        }
    }()

    /// The targets of each floor, and what each of them imports, as the page has them.
    private static let rows: [(floor: String, target: String, imports: String)] = {
        var floor = ""
        return page.split(separator: "\n").compactMap { line in
            if let heading = line.firstMatch(of: /^\| \*\*(\w+)\*\* \|/) { floor = String(heading.1) }
            guard let row = line.firstMatch(of: /^\| `(\w+)` \|.*\| ?([^|]*?) ?\|$/), imports[String(row.1)] != nil
            else { return nil }
            return (floor, String(row.1), String(row.2))
        }
    }()

    @Test func `no target imports one of a floor above its own`() {
        #expect(Self.floors.map(\.name) == ["Platform", "Core", "Radio", "Services", "Web", "Lab"])
        var below: Set<String> = []
        for floor in Self.floors {
            below.formUnion(floor.targets)
            for target in floor.targets {
                let above = (Self.imports[target] ?? []).subtracting(below)
                #expect(above.isEmpty, "\(target) of \(floor.name) imports \(above.sorted())")
            }
        }
    }

    @Test func `each folder of a floor is a target of it`() throws {
        for floor in Self.floors {
            let folder = packageRoot.appending(path: "Sources/\(floor.name)").path
            let folders = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(folders) == Set(floor.targets.filter { !$0.hasSuffix("Tests") }))
        }
    }

    @Test func `the map shows each target on its floor`() {
        let shown = Dictionary(grouping: Self.rows, by: \.floor).mapValues { Set($0.map(\.target)) }
        for floor in Self.floors {
            #expect(shown[floor.name] == Set(floor.targets.filter { !$0.hasSuffix("Tests") }))
        }
    }

    @Test func `the map tells what each target imports`() {
        for row in Self.rows where row.target != "tagalong" {
            let told = Set(row.imports.split(separator: ", ").map(String.init))
            #expect(told == Self.imports[row.target], "\(row.target)")
        }
    }

    /// All that is linked with a target, of ours.
    private static func closure(of target: String) -> Set<String> {
        (imports[target] ?? []).reduce(into: [target]) { all, next in
            if !all.contains(next) { all.formUnion(closure(of: next)) }
        }
    }

    @Test(arguments: [("Firmware", []), ("HostStack", ["COpenSSL"]), ("Simulation", ["CExpat"])])
    func `what simulates is linked with no library of the radio or the broker`(target: String, libraries: [String]) {
        // Those of the system are called after their C, as CExpat.
        let linked = Self.closure(of: target).filter { $0.wholeMatch(of: /C[A-Z]\w+/) != nil }
        #expect(linked == Set(libraries))
    }
}
