import { REDSYS_ORIGINS } from "../../domain/redsys-account"
import { BankError } from "../../drivers/driver"
import {
  QUERY_REJECTED,
  type RedsysClient,
  redsysClient,
  type Terminal,
  voidFields,
} from "../../drivers/redsys"
import { accountsIn, type RedsysOptions } from "../../options"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"

/** An order number that no payment has: it ends with the name of this program. */
const UNKNOWN_ORDER = "0000gwDoctor"

/**
 * Whether Redsys accepts each terminal with its secret and signature version, and answers its query. For that it is asked
 * to void an order that does not exist, which no terminal can do. No result for accounts at other banks.
 */
export const redsys: Check = {
  name: "Redsys",
  async run({ options, env }) {
    const results = accountsIn(options).map(({ bank, option }) =>
      bank.driver === "redsys" ? checkAccount({ bank, option }, env) : []
    )
    return (await Promise.all(results)).flat()
  },
}

/** An account, and the path of its options. */
interface Account {
  readonly bank: RedsysOptions
  readonly option: string
}

async function checkAccount(account: Account, env: NodeJS.ProcessEnv): Promise<CheckResult[]> {
  const { merchant_id: merchant_code, terminals } = account.bank
  const results = Object.entries(terminals).map(([currency, terminal]) =>
    checkTerminal(account, currency, { merchant_code, terminal })
  )
  return [...systemOf(account, env), ...(await Promise.all(results)).flat()]
}

function systemOf({ bank: { api_url }, option }: Account, { NODE_ENV }: NodeJS.ProcessEnv): CheckResult[] {
  if (NODE_ENV !== "production" || api_url === REDSYS_ORIGINS.get("live")) return []
  return [
    warning(
      `the store runs in production, but pays at ${api_url}`,
      `Set ${option}.api_url to live where customers pay.`
    ),
  ]
}

async function checkTerminal(
  { bank, option }: Account,
  currency: string,
  terminal: Terminal
): Promise<CheckResult[]> {
  const owner = option === "bank" ? "" : ` of ${option}`
  const name = `terminal ${terminal.terminal} for ${currency}${owner}`
  const client = redsysClient(bank.api_url, terminal, bank)
  const order = { order: UNKNOWN_ORDER, amount: 1, currency }
  const refusal = await errorOf(client.execute(voidFields(terminal, order)))
  if (refusal?.code === "bank_configuration")
    return [
      problem(
        `${name} is rejected: ${refusal.message}`,
        `Compare ${["merchant_id", "terminals", "secret"].map((name) => `${option}.${name}`).join(", ")} and ${option}.signature_version with Redsys' portal.`
      ),
    ]
  if (refusal?.outcome === "unknown")
    return [
      problem(
        `${name} cannot be checked: ${refusal.message}`,
        `Check ${option}.api_url, and that the store can reach ${bank.api_url}.`
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
