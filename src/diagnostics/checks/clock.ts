import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { accountsIn } from "../../options"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"
import type { CheckContext } from "../check-context"

/** A signature is accepted up to 30 seconds before and after its time. */
const REJECTED_MS = 30_000
/** Smaller differences are ignored: a Date header has whole seconds, and the response takes time to arrive. */
const NOTED_MS = 5_000

const ADVICE = "Synchronize both clocks by NTP: signatures with a wrong time are rejected."

/** Whether this machine, the database, the store and its banks agree on the time. */
export const clock: Check = {
  name: "clock",
  async run(context) {
    const { base_url } = context.options
    const others: [string, Promise<number | undefined>][] = [
      ["the database", aheadOfDatabase(context)],
      ["the store", aheadOf(`${base_url}/.well-known/agent-card.json`, context)],
    ]
    for (const { name, bank } of accountsIn(context.options))
      if (bank.driver === "gwb")
        others.push([serverOf(name), aheadOf(`${bank.api_url}/gwb/v1/jwks.json`, context)])
    const results = await Promise.all(others.map(async ([server, ahead]) => resultFor(server, await ahead)))
    return results.flatMap((result) => result ?? [])
  },
}

const serverOf = (account: string) =>
  account === DEFAULT_ACCOUNT ? "the bank" : `the bank of the account ${account}`

function resultFor(server: string, ahead: number | undefined): CheckResult | undefined {
  if (ahead === undefined) return undefined
  const difference = Math.abs(ahead)
  const text = `this machine is ${(difference / 1000).toFixed(1)} s ${ahead > 0 ? "ahead of" : "behind"} ${server}`
  if (difference > REJECTED_MS) return problem(text, ADVICE)
  return difference > NOTED_MS ? warning(text, ADVICE) : ok(`agrees with ${server}`)
}

async function aheadOfDatabase({ query }: CheckContext): Promise<number | undefined> {
  const [row] = await query<{ now: Date }>("select clock_timestamp() as now")
  return row && Date.now() - row.now.getTime()
}

/** Undefined when there is no response or no Date header: another check reports that. */
async function aheadOf(url: string, { request }: CheckContext): Promise<number | undefined> {
  const answer = await request(url).catch(() => undefined)
  const date = Date.parse(answer?.headers.get("date") ?? "")
  return answer && !Number.isNaN(date) ? answer.received_at - date : undefined
}
