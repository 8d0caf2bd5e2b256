import { mcpPathOf } from "../../../domain/scopes"

/** How one assistant is connected: text to copy, and a link that opens the assistant where one exists. */
export interface Connection {
  readonly id: "claude" | "claude_code" | "chatgpt" | "cursor" | "vs_code" | "ucp_cli"
  /** The text to copy: the address, a command or a configuration. */
  readonly copied: string
  readonly link?: string
}

const NAME = "store"

/** The ways to connect each assistant to the store at this public address. */
export function connectionsTo(base_url: string): Connection[] {
  const url = `${base_url}/${mcpPathOf("ucp")}`
  const server = { type: "http", url }
  return [
    { id: "claude", copied: url, link: claudeLink(url) },
    { id: "chatgpt", copied: url },
    { id: "claude_code", copied: `claude mcp add --transport http ${NAME} ${url}` },
    { id: "cursor", copied: JSON.stringify({ mcpServers: { [NAME]: { url } } }), link: cursorLink(url) },
    {
      id: "vs_code",
      copied: JSON.stringify({ servers: { [NAME]: server } }),
      link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...server }))}`,
    },
    {
      id: "ucp_cli",
      copied: `UCP_BUSINESS=${base_url} ucp catalog search --input '{"query": "mug"}' --header "Authorization: Bearer TOKEN"`,
    },
  ]
}

/** Opens the dialog that adds a connector, with name and address filled in. */
function claudeLink(url: string): string {
  const filled = new URLSearchParams({
    modal: "add-custom-connector",
    connectorName: NAME,
    connectorUrl: url,
  })
  return `https://claude.ai/customize/connectors?${filled}`
}

function cursorLink(url: string): string {
  const config = encodeURIComponent(btoa(JSON.stringify({ url })))
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${config}`
}
