"""The formats in which content and answers can be exported, a module each; found by `exchange.exporters`."""
