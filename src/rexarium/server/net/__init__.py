"""The network: HTTP, WebSockets, the page and the operator's interface."""
