import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { DemoFailure } from "../../failure"
import { asObject, type Json } from "../answers"

/** The store as an assistant sees it: tools by name. */
export interface Shop {
  readonly tools: readonly string[]
  /** Calls a tool. Throws a DemoFailure with the store's first message when it refuses. */
  call(name: string, args: Json): Promise<Json>
  close(): Promise<void>
}

/** Connects the official client with a token, in the newest version that both speak. */
export async function connectShop(
  endpoint: string,
  token: string,
  log: (line: string) => void
): Promise<Shop> {
  const client = new Client({ name: "sample-agent", version: "1" }, { versionNegotiation: { mode: "auto" } })
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit }))
  const { tools } = await client.listTools()
  return {
    tools: tools.map(({ name }) => name),
    async call(name, args) {
      log(`    > ${name} ${JSON.stringify(args).slice(0, 200)}`)
      const result = await client.callTool({ name, arguments: args })
      const content = asObject(result.structuredContent)
      if (result.isError) throw new DemoFailure(`${name}: ${firstMessage(content)}`)
      log(`    < ${String(content.status ?? asObject(content.ucp).status)}`)
      return content
    },
    close: () => client.close(),
  }
}

function firstMessage({ messages }: Json): string {
  const [first] = Array.isArray(messages) ? messages : []
  return String(asObject(first).content ?? "the store refused the call without a message")
}
