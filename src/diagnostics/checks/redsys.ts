import { REDSYS_ORIGINS } from "../../domain/redsys-account"
import { BankError } from "../../drivers/driver"
import {
  QUERY_REJECTED,
  type RedsysClient,
  redsysClient,
  type Terminal,
  voidFields,
} from "../../drivers/redsys"
import type { RedsysOptions } from "../../options"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"

/** An order number that no payment has: it ends with the name of this program. */
const UNKNOWN_ORDER = "0000gwDoctor"

/**
 * Whether Redsys accepts each terminal with its secret and signature version, and answers its query. For that it is asked
 * to void an order that does not exist, which no terminal can do. No result for a store with another bank.
 */
export const redsys: Check = {
  name: "Redsys",
  async run({ options: { bank }, env }) {
    if (bank?.driver !== "redsys") return []
    const terminals = Object.entries(bank.terminals).map(([currency, terminal]) =>
      checkTerminal(bank, currency, { merchant_code: bank.merchant_id, terminal })
    )
    return [...systemOf(bank, env), ...(await Promise.all(terminals)).flat()]
  },
}

function systemOf({ api_url }: RedsysOptions, { NODE_ENV }: NodeJS.ProcessEnv): CheckResult[] {
  if (NODE_ENV !== "production" || api_url === REDSYS_ORIGINS.get("live")) return []
  return [
    warning(
      `the store runs in production, but pays at ${api_url}`,
      "Set bank.api_url to live where customers pay."
    ),
  ]
}

async function checkTerminal(
  bank: RedsysOptions,
  currency: string,
  terminal: Terminal
): Promise<CheckResult[]> {
  const name = `terminal ${terminal.terminal} for ${currency}`
  const client = redsysClient(bank.api_url, terminal, bank)
  const order = { order: UNKNOWN_ORDER, amount: 1, currency }
  const refusal = await errorOf(client.execute(voidFields(terminal, order)))
  if (refusal?.code === "bank_configuration")
    return [
      problem(
        `${name} is rejected: ${refusal.message}`,
        "Compare bank.merchant_id, bank.terminals, bank.secret and bank.signature_version with Redsys' portal."
      ),
    ]
  if (refusal?.outcome === "unknown")
    return [
      problem(
        `${name} cannot be checked: ${refusal.message}`,
        `Check bank.api_url, and that the store can reach ${bank.api_url}.`
      ),
    ]
  if (refusal?.code !== "not_found")
    return [
      warning(
        `${name} may be rejected: ${refusal?.message ?? "Redsys has not rejected an order that does not exist"}`,
        "Look the code up in Redsys' documentation, and make a test payment."
      ),
    ]
  return [ok(`${name} is accepted, with ${bank.signature_version}`), await checkQuery(client, name)]
}

async function checkQuery(client: RedsysClient, name: string): Promise<CheckResult> {
  const refusal = await errorOf(client.query(UNKNOWN_ORDER))
  if (!refusal) return ok(`${name} can be queried`)
  if (refusal.code !== QUERY_REJECTED)
    return warning(`the query of ${name} cannot be checked: ${refusal.message}`, "Run the doctor again.")
  return warning(
    `${name} cannot be queried: ${refusal.message}`,
    "Ask your bank to enable the query of operations: without it, lost notifications and unknown outcomes need a review."
  )
}

/** The error of a call. Undefined if it succeeds. */
function errorOf(call: Promise<unknown>): Promise<BankError | undefined> {
  return call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof BankError) return error
      throw error
    }
  )
}
