/// What a browser is called in plain words, by its `User-Agent`.
enum PushDeviceName {
    /// "Firefox on Android", or what of it is known.
    static func of(_ agent: String) -> String {
        let browser = browsers.first { agent.contains($0.mark) }?.name ?? "A browser"
        return systems.first { agent.contains($0.mark) }.map { "\(browser) on \($0.name)" } ?? browser
    }

    /// Most claim to be others, too: those that do stand first.
    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Vivaldi", "Vivaldi"),
        ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]

    private static let systems: [(mark: String, name: String)] = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
        ("CrOS", "ChromeOS"), ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]
}
