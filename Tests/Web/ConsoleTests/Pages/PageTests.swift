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
            let items = ["/items/sam/keys", "/items/sam/keys/edit", "/add", "/add/mqtt", "/add/phone"]
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
            for path in ["/", "/worker.js", "/s/nobody"] {
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

    @Test func `the shell names each module of the start, so that none waits for another one`() throws {
        func text(_ path: String) throws -> String {
            String(buffer: try #require(EmbeddedPages.files.first { $0.path == path }).content)
        }
        func modules(from path: String, into found: inout Set<String>) throws {
            guard found.insert(path).inserted else { return }
            let folder = path.split(separator: "/").dropLast()
            for match in try text(path).matches(of: #/from "(\.[^"]+)"/#) {
                var parts = folder
                for part in match.output.1.split(separator: "/") where part != "." {
                    if part == ".." { parts.removeLast() } else { parts.append(part) }
                }
                try modules(from: parts.joined(separator: "/"), into: &found)
            }
        }
        var needed: Set<String> = []
        for start in ["scripts/app.js", "scripts/views/list.js"] { try modules(from: start, into: &needed) }
        let addresses = #/(?:modulepreload" href|module" src)="\/pages\/[0-9a-f]+\/([^"]+)"/#
        let named = try text("index.html").matches(of: addresses)
        #expect(Set(named.map { String($0.output.1) }) == needed)
    }

    @Test(arguments: EmbeddedPages.files.map(\.path))
    func `no page asks another host for anything`(path: String) throws {
        let page = try #require(EmbeddedPages.files.first { $0.path == path })
        let hosts = String(buffer: page.content).matches(of: #/https?://([a-z0-9.]+)/#).map { String($0.output.1) }
        // The name of SVG, where a person goes who navigates, and what stands in examples to copy.
        let allowed: Set = ["www.w3.org", "maps.apple.com", "www.google.com"]
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
