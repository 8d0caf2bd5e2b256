import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Connection, connectionsTo } from "../../src/admin/components/connect/assistants"

const STORE = "https://store.example"
/** The page in one line. */
const PAGE = readFileSync(join(__dirname, "../mcp.md"), "utf8").replaceAll(/\s+/g, " ")

/** What stands before the text to copy. */
const LABELS: Readonly<Record<Connection["id"], string>> = {
  claude: "2. Give the assistant the address, such as",
  chatgpt: "2. Give the assistant the address, such as",
  claude_code: "- Claude Code:",
  cursor: "- Cursor (`.cursor/mcp.json`):",
  vs_code: "- VS Code (`.vscode/mcp.json`):",
  ucp_cli: "with the scopes of the [tools](#tools):",
}

/** The first text in code after a label. */
const codeAfter = (label: string): string => /^\s*`([^`]+)`/.exec(PAGE.split(label)[1] ?? "")?.[1] ?? ""

/** A configuration without the spaces between its members. */
const compact = (text: string): string => (text.startsWith("{") ? JSON.stringify(JSON.parse(text)) : text)

describe("the page about MCP", () => {
  it.each(connectionsTo(STORE).map(({ id, copied }) => [id, copied] as const))(
    "has the text to copy for %s that the admin shows [ADM-40]",
    (assistant, copied) => {
      expect(compact(codeAfter(LABELS[assistant]))).toBe(copied)
    }
  )

  it("has an entry for each assistant that the admin shows [ADM-40]", () => {
    expect(connectionsTo(STORE).map(({ id }) => id)).toEqual(Object.keys(LABELS))
  })

  it("has the link for Claude that the admin shows [ADM-40]", () => {
    const [{ link = "", copied = "" } = {}] = connectionsTo(STORE)
    const [start = ""] = codeAfter("links that add the server to Claude (").split("…")
    expect(link).toBe(start + encodeURIComponent(copied))
  })

  it.each([
    ["cursor", ", Cursor (", ", the base64 of", atob],
    ["vs_code", "and VS Code (", ", the encoded", (config: string) => config],
  ])("has the link for %s that the admin shows [ADM-40]", (assistant, before, between, decode) => {
    const { link = "" } = connectionsTo(STORE).find(({ id }) => id === assistant) ?? {}
    const [start = ""] = codeAfter(before).split("…")
    const config = codeAfter(`${before}\`${start}…\`${between}`)
    const url = connectionsTo(STORE).find(({ id }) => id === "claude")?.copied
    expect(link.slice(0, start.length)).toBe(start)
    expect(decode(decodeURIComponent(link.slice(start.length)))).toBe(
      compact(config.replace("…", JSON.stringify(url)))
    )
  })
})
