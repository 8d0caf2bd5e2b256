import type { Call } from "../call"

/**
 * The HTML document that hosts show beside the results of tools (MCP Apps 2026-01-26). Its content is fixed by the
 * configuration: it contains no text of the store's catalog or of its customers, which arrives with the results only.
 */
export interface McpApp {
  readonly uri: `ui://${string}`
  /** The document's name for programs, and for people. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** The origins from which the document loads images. It loads nothing else from the network. */
  imageOrigins(call: Call): readonly string[]
  html(call: Call): string
}

/** How a tool and the app belong together, in the form of `_meta.ui` (MCP Apps: Resource discovery). */
export interface ToolUi {
  /** The document that shows the tool's results. */
  readonly resourceUri?: McpApp["uri"]
  /** Who may call the tool: the model, or also the document. Hosts enforce it. */
  readonly visibility: readonly ("model" | "app")[]
}
