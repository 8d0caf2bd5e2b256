import { cleanContent } from "./clean-content"
import { type Era, SERVER_INFO } from "./era"
import type { McpServer } from "./mcp-server"
import type { PersonsLink, ToolResult } from "./tool"
import { WrittenContent } from "./written-content"

/** A result as the era has it: stateless results say that they are complete, and which server they come from. */
export function stamped(result: object, { info }: McpServer, { is_stateless }: Era): object {
  return is_stateless ? { resultType: "complete", ...result, _meta: { [SERVER_INFO]: info } } : result
}

/**
 * The result of `tools/call` in JSON: the content as JSON values and again as text, for clients that read only one of them.
 * A link for the person becomes a request to the client to show it, if it can, unless `is_resumed`: then it has shown it.
 */
export function toolResult(answer: ToolResult, server: McpServer, era: Era, is_resumed: boolean): string {
  const { is_error, advice, link } = answer
  if (link && era.opens_urls && !is_resumed) return JSON.stringify(stamped(askToOpen(link), server, era))
  const { json, quoted } = writtenContent(answer)
  const advised = advice ? `,${JSON.stringify({ type: "text", text: advice })}` : ""
  const others = JSON.stringify(stamped({ ...(is_error && { isError: true }) }, server, era)).slice(1, -1)
  // Lists of products are long: the same text serves both members.
  return `{"content":[{"type":"text","text":"${quoted}"}${advised}],"structuredContent":${json}${others && `,${others}`}}`
}

const writtenContent = ({ content }: ToolResult): WrittenContent =>
  content instanceof WrittenContent ? content : new WrittenContent(JSON.stringify(cleanContent(content)))

/** MCP 2026-07-28: Multi round-trip requests, and Elicitation in URL mode. */
function askToOpen({ url, message }: PersonsLink): object {
  const authentication = { method: "elicitation/create", params: { mode: "url", url, message } }
  return { resultType: "input_required", inputRequests: { authentication } }
}
