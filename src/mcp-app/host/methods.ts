/** The names of the methods of MCP Apps, in its own spelling. */
export const METHODS = {
  initialize: "ui/initialize",
  initialized: "ui/notifications/initialized",
  result: "ui/notifications/tool-result",
  canceled: "ui/notifications/tool-cancelled",
  contextChanged: "ui/notifications/host-context-changed",
  sizeChanged: "ui/notifications/size-changed",
  openLink: "ui/open-link",
  teardown: "ui/resource-teardown",
} as const
