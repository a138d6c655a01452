enum AlertsPlaceholder {}
