enum HistoryPlaceholder {}
