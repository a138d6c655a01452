package import ServiceLifecycle
package import Web

/// The interface for programs, `/api/v1` and what is watched: its routes, and what works behind them.
package struct APIRoutes: ConsoleRoutes {
    private let parts: ConsoleParts
    private let gate: ConsoleGate
    private let operations: OperationRegistry

    /// The interface through one door, whose numbers are among those of the service; commands and requests that are on
    /// their way are shared by all doors.
    package init(parts: ConsoleParts, gate: ConsoleGate, operations: OperationRegistry) {
        (self.parts, self.gate, self.operations) = (parts, gate, operations)
    }

    package var routes: [Route] {
        let groups: [any ConsoleRoutes] = [
            HealthRoutes(),
            SessionRoutes(parts: parts.web, signIn: parts.signIn),
            PasscodeRoutes(parts: parts.web),
            PasskeyRoutes(parts: parts.web),
            AccountListRoutes(parts: parts.web),
            RegistrationRoutes(parts: parts),
            OwnMailRoutes(parts: parts),
            OpenIDRoutes(parts: parts),
            AccountLinkRoutes(parts: parts),
            TokenRoutes(parts: parts.web),
            GroupRoutes(parts: parts),
            GroupMemberRoutes(parts: parts),
            GroupPictureRoutes(parts: parts.web),
            SharedThingRoutes(parts: parts),
            PushRoutes(parts: parts),
            NotificationRoutes(parts: parts),
            ReadyRoutes(parts: parts),
            MetricsRoutes(parts: parts, gate: gate, operations: operations),
            EventsRoutes(parts: parts, gate: gate),
            ItemRoutes(parts: parts),
            MapRoutes(parts: parts),
            LinkRoutes(parts: parts),
            SharedRoutes(parts: parts, gate: gate),
            FoundPageRoutes(parts: parts),
            FoundCodeRoutes(parts: parts),
            FinderRoutes(parts: parts, gate: gate),
            PhotoRoutes(parts: parts),
            RuleRoutes(parts: parts),
            BrokerRoutes(parts: parts),
            HistoryRoutes(parts: parts),
            PlaceSuggestionRoutes(parts: parts),
            HeardRoutes(parts: parts),
            AlertRoutes(parts: parts),
            ReminderRoutes(parts: parts),
            FactRoutes(parts: parts),
            CalendarRoutes(parts: parts),
            OperationRoutes(parts: parts, operations: operations),
            GatewayRoutes(parts: parts, operations: operations),
            CalibrationRoutes(parts: parts, operations: operations),
            GuardRoutes(parts: parts, operations: operations),
            TrackerRoutes(parts: parts),
            DeviceRoutes(parts: parts),
            ServerRoutes(parts: parts),
            ServiceRoutes(parts: parts),
            StatusRoutes(parts: parts),
            ScenarioRoutes(parts: parts),
            SimulatedItemRoutes(parts: parts),
            DocumentRoutes(),
            QRCodeRoutes(),
            RetentionRoutes(parts: parts),
            ImportRoutes(parts: parts),
            BackupRoutes(parts: parts),
            CloudRoutes(parts: parts, gate: gate),
            DeletionRoutes(parts: parts),
            AccountRoutes(parts: parts),
            AccessLogRoutes(parts: parts),
            ProfileRoutes(parts: parts.web),
            PeopleRoutes(parts: parts.web),
            PeopleRequestRoutes(parts: parts.web),
            PeopleSearchRoutes(parts: parts.web),
            InboxRoutes(parts: parts),
            AddressBookRoutes(parts: parts),
            InvitationRoutes(parts: parts),
        ]
        return groups.flatMap(\.routes)
    }

    /// What goes on beside the answers.
    package var services: [any Service] {
        let letters = parts.signIn.carrier.map { [$0] } ?? []
        return [operations, AccessLogWriter(parts: parts), ErasureService(parts: parts), InboxWatch(parts: parts)]
            + letters
    }
}
