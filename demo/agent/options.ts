import { parseArgs } from "node:util"
import { DemoFailure, errorLine } from "../failure"

/** The text of --help. */
export const AGENT_USAGE = `Usage: npm run agent [-- options]

Runs the sample agent against a running demo: it registers, gets the merchant's consent, makes a payment, plays the
customer on the page of the payment, refunds a part and shows the order.

  --url URL     address of the store, http://localhost:9000 if not given
  --person      do not play the customer: print the payment's page, and wait until a person has paid there
  --mcp REQUEST    shops over MCP instead, as in --mcp "a mug under 20 euro, ship to Berlin"
  --help        this text
`

/** The command line of the agent. */
interface AgentArguments {
  readonly url: string
  /** What to buy over MCP; undefined for a payment over A2A. */
  readonly request: string | undefined
  /** Whether a person pays, instead of this script. */
  readonly is_person: boolean
}

/** The store's address in the command line; undefined for --help. */
export const readAgentUrl = (args: string[]): string | undefined => readAgentArguments(args)?.url

/** Parses the agent's command line; undefined for --help. */
export function readAgentArguments(args: string[]): AgentArguments | undefined {
  const options = {
    url: { type: "string" },
    mcp: { type: "string" },
    person: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const
  try {
    const { values } = parseArgs({ args, options })
    if (values.help) return undefined
    const url = new URL(values.url ?? "http://localhost:9000").href.replace(/\/+$/, "")
    if (values.person && values.mcp !== undefined) throw new Error("--mcp has no --person")
    return { url, request: values.mcp, is_person: values.person ?? false }
  } catch (error) {
    throw new DemoFailure(
      `${errorLine(error).split(". ")[0]?.replace(/\.$/, "")}; see npm run agent -- --help.`
    )
  }
}
