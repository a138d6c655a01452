package import Hummingbird
package import Threads

/// What every request passes before a route sees it.
package enum ConsoleRouter {
    /// A router without routes, behind a door; what is added to it later stands behind all that is here.
    package static func make(_ parts: WebParts, _ gate: ConsoleGate, _ work: WorkExecutor) -> Router<ConsoleContext> {
        let router = Router(context: ConsoleContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: MetricsMiddleware(metrics: gate.requests))
        router.add(middleware: WorkMiddleware(executor: work))
        let isEncrypted = gate.door == .front && parts.configuration.certificate != nil
        let trusted = parts.configuration.trustedProxies
        router.add(middleware: RequestOriginMiddleware(isEncrypted: isEncrypted, trusted: trusted))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: PackingMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: SiteMiddleware(parts: parts, gate: gate))
        router.add(middleware: AccessMiddleware(parts: parts, gate: gate))
        router.add(middleware: PaceMiddleware(answers: parts.answers, work: work))
        return router
    }
}
