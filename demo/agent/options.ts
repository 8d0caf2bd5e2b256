import { parseArgs } from "node:util"
import { DemoFailure, errorLine } from "../failure"

/** The text of --help. */
export const AGENT_USAGE = `Usage: npm run agent [-- options]

Runs the sample agent against a running demo: it registers, gets the merchant's consent, makes a payment, plays the
customer at the bank simulator and shows the order.

  --url URL     address of the store, http://localhost:9000 if not given
  --help        this text
`

/** Parses the agent's command line; undefined for --help. */
export function readAgentUrl(args: string[]): string | undefined {
  const options = { url: { type: "string" }, help: { type: "boolean", short: "h" } } as const
  try {
    const { values } = parseArgs({ args, options })
    return values.help ? undefined : new URL(values.url ?? "http://localhost:9000").href.replace(/\/+$/, "")
  } catch (error) {
    throw new DemoFailure(
      `${errorLine(error).split(". ")[0]?.replace(/\.$/, "")}; see npm run agent -- --help.`
    )
  }
}
