import Bluetooth
import Gateway
import Logging
import ServiceLifecycle
import Settings
import Tracking

extension Pair {
    /// Tells whether a tag that was paired by its key is heard at this moment; it is paired in either case.
    func listen(
        for entry: TagEntry,
        _ tags: TagRadio,
        _ radio: any Radio & Service,
        _ setup: RadioSetup,
        _ logger: Logger
    ) async throws {
        if let trouble = await setup.trouble(needsPower: true) {
            return try Output.error.write("not listening for it here: \(trouble)\n")
        }
        let limit = Duration(compact: timeout) ?? .seconds(30)
        try Output.error.write("listening for it …\n")
        let job = TagJob(tags: tags) { [timeout] tags in
            guard let found = await tags.find(entry.identity.text, within: limit) else {
                return try Output.error.write(
                    "it was not heard within \(timeout); a gateway goes on listening for it\n")
            }
            let strength = found.strength.map { ", \(Int($0.rounded())) dBm" } ?? ""
            try Output.error.write("it is heard as \(found.address)\(strength)\n")
        }
        try await ServiceRun.run([radio, tags, job], mayFinish: true, logger: logger)
    }
}
