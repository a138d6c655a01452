import NIOCore
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite(.timeLimit(.minutes(30)))
struct PageTests {
    @Test func `every page is the same shell, and what it is made of is there`() async throws {
        try await withConsole { console in
            let items = [
                "/items/sam/keys", "/items/sam/keys/edit", "/add", "/add/mqtt", "/add/phone", "/add/simulated",
            ]
            let paths = ["/", "/alerts", "/settings", "/login"] + items
            for path in paths {
                let answer = try await console.get(path)
                #expect(answer.status == 200)
                #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
                #expect(answer.text.contains("/scripts/app.js"))
            }
            #expect(
                try await console.get("/scripts/app.js").headers["content-type"] == "text/javascript; charset=utf-8"
            )
            #expect(try await console.get("/styles/base.css").status == 200)
            #expect(
                try await console.get("/manifest.webmanifest").headers["content-type"] == "application/manifest+json"
            )
        }
    }

    @Test func `a browser that has a file is told so`() async throws {
        try await withConsole { console in
            let first = try await console.get("/scripts/app.js")
            let tag = try #require(first.headers["etag"])
            let second = try await console.get("/scripts/app.js", headers: ["If-None-Match": tag])
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
            #expect(try await console.get("/scripts/app.js", headers: ["If-None-Match": "\"0\""]).status == 200)
        }
    }

    @Test func `what the pages load has their version in its address, and is kept for ever`() async throws {
        try await withConsole { console in
            for path in ["/", "/worker.js", "/s/nobody", "/found/nobody"] {
                let text = try await console.get(path).text
                let addresses = text.matches(of: #/"(\/(?:pages|scripts|styles)\/[^"]*[^"\/])"/#)
                let loaded = addresses.map { String($0.output.1) }
                #expect(!loaded.isEmpty)
                for address in loaded {
                    #expect(address.hasPrefix("/pages/\(EmbeddedPages.version)/"), "\(address) in \(path)")
                    let answer = try await console.get(address)
                    #expect(answer.status == 200)
                    #expect(answer.headers["cache-control"] == "public, max-age=31536000, immutable")
                }
            }
        }
    }

    @Test(arguments: ["/scripts/app.js", "/pages/0123abcd/scripts/app.js"])
    func `a page of another version gets what there is, and asks for it each time`(path: String) async throws {
        try await withConsole { console in
            let answer = try await console.get(path)
            #expect(answer.status == 200)
            #expect(answer.headers["cache-control"] == "no-cache")
            let page = try #require(EmbeddedPages.files.first { $0.path == "scripts/app.js" })
            #expect(answer.text == String(buffer: page.content))
        }
    }

    @Test func `nothing runs in the pages that does not come from here`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/")
            let policy = try #require(answer.headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'self'; img-src 'self' data: blob:; object-src 'none'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            #expect(answer.headers["x-content-type-options"] == "nosniff")
        }
    }

    @Test(arguments: EmbeddedPages.files.filter { $0.path.hasSuffix(".html") }.map(\.path))
    func `no page has a script or style within`(path: String) throws {
        let page = try #require(EmbeddedPages.files.first { $0.path == path })
        let text = String(buffer: page.content)
        #expect(!text.contains("<style") && !text.contains(" style=") && !text.contains(" onclick="))
        #expect(text.ranges(of: "<script").count == text.matches(of: #/<script [^>]*src="\//#).count)
    }

    private func text(_ path: String) throws -> String {
        String(buffer: try #require(EmbeddedPages.files.first { $0.path == path }, "\(path)").content)
    }

    /// What a script names, at the beginning of a line or to be loaded later.
    private func imports(of path: String, later: Bool) throws -> [String] {
        let names = later ? #/import\("(\.[^"]+)"\)/# : #/from "(\.[^"]+)"/#
        return try text(path).matches(of: names).map { match in
            var parts = path.split(separator: "/").dropLast()
            for part in match.output.1.split(separator: "/") where part != "." {
                if part == ".." { parts.removeLast() } else { parts.append(part) }
            }
            return parts.joined(separator: "/")
        }
    }

    @Test func `the first page loads two modules, and the shell names both`() throws {
        #expect(try Set(imports(of: "scripts/app.js", later: false)) == ["scripts/first.js"])
        #expect(try imports(of: "scripts/first.js", later: false).isEmpty)
        let addresses = #/(?:modulepreload" href|module" src)="\/pages\/[0-9a-f]+\/([^"]+)"/#
        let named = try text("index.html").matches(of: addresses).map { String($0.output.1) }
        #expect(named == ["scripts/app.js", "scripts/first.js"])
        // The list is in it.
        #expect(try !imports(of: "scripts/app.js", later: true).contains { $0.hasSuffix("/list.js") })
    }

    @Test(arguments: EmbeddedPages.files.map(\.path).filter { $0.hasSuffix(".js") })
    func `what a script imports is there, with all that it takes from the first one`(path: String) throws {
        for module in try imports(of: path, later: false) + imports(of: path, later: true) { _ = try text(module) }
        let first = try text("scripts/first.js")
        let takings = #/(?m)^import \{ (m\$[a-z$]+) \} from "[.\/]+first\.js"; const \{([^}]*)\}/#
        for taken in try text(path).matches(of: takings) {
            let begin = try #require(first.firstRange(of: "export const \(taken.1) = "))
            let module = first[begin.upperBound...]
            let exports = try #require(module.firstMatch(of: #/(?m)^return \{ (.*) \};$/#)).1
            let known = Set(exports.split(separator: ", ").map { $0.prefix { $0 != ":" } })
            let wanted = taken.2.filter { !$0.isWhitespace }.split(separator: ",").map { $0.prefix { $0 != ":" } }
            for name in wanted {
                #expect(known.contains(name), "\(path) takes \(name) from \(taken.1)")
            }
        }
    }

    @Test(arguments: EmbeddedPages.files.map(\.path))
    func `no page asks another host for anything`(path: String) throws {
        let page = try #require(EmbeddedPages.files.first { $0.path == path })
        let hosts = String(buffer: page.content).matches(of: #/https?://([a-z0-9][a-z0-9.]*)/#)
            .map { String($0.output.1) }
        // The name of SVG, where a person goes who navigates or looks where a finder was, and what stands in examples to copy.
        let allowed: Set = ["www.w3.org", "maps.apple.com", "www.google.com", "www.openstreetmap.org"]
        #expect(allowed.isSuperset(of: hosts.filter { !$0.hasSuffix(".example") }))
    }

    @Test(arguments: [
        ("https://tile.example/{z}/{x}/{y}.png", "https://tile.example"),
        ("https://{s}.tile.example:8080/{z}/{x}/{y}.png", "https://*.tile.example:8080"),
        ("/tiles/{z}/{x}/{y}.png", nil),
        ("https://tile.example; script-src *", nil),
    ])
    func `the policy lets in the tiles of the map and nothing beside`(address: String, origin: String?) {
        #expect(MapConfiguration.origin(of: address) == origin)
    }
}
