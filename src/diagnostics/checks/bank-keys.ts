import { createPublicKey, type JsonWebKey } from "node:crypto"
import { accountsIn, type GwbOptions } from "../../options"
import type { Check } from "../check"
import type { CheckContext } from "../check-context"
import { type CheckResult, ok, problem } from "../check-result"

/**
 * Whether the public keys of each account's bank are available. Without them no notification can be verified, and no order
 * is paid. No result for a bank without public keys.
 */
export const bankKeys: Check = {
  name: "bank's keys",
  async run({ options, request }) {
    const results = accountsIn(options).map(({ bank, option }) =>
      bank.driver === "gwb" ? [resultAt({ bank, option }, request)] : []
    )
    return Promise.all(results.flat())
  },
}

async function resultAt(
  { bank, option }: { readonly bank: GwbOptions; readonly option: string },
  request: CheckContext["request"]
): Promise<CheckResult> {
  if (bank.jwks) return resultFor(bank.jwks.keys, `${option}.jwks`, option)
  const url = `${bank.api_url}/gwb/v1/jwks.json`
  const answer = await request(url).catch((error: Error) => error)
  if (answer instanceof Error)
    return problem(answer.message, `Check ${option}.api_url, and that the store can reach the bank.`, {
      code: "silent",
      data: { why: answer.message },
    })
  const { status } = answer
  if (status === 200) return resultFor(keysIn(answer.body), url, option)
  return problem(`${url} answers ${status}`, `Check ${option}.api_url.`, {
    code: "status",
    data: { url, status },
  })
}

function keysIn(body: string): readonly unknown[] {
  try {
    const { keys } = JSON.parse(body) as { keys?: unknown }
    return Array.isArray(keys) ? keys : []
  } catch {
    return []
  }
}

function resultFor(keys: readonly unknown[], source: string, option: string): CheckResult {
  const usable = keys.filter(isUsable).length
  if (usable)
    return ok(`${usable} of ${source} can be used`, { code: "usable", data: { count: usable, source } })
  return problem(
    `${source} contains no P-256 key with an id`,
    `Check ${option}.api_url, or the keys in ${option}.jwks.`,
    {
      code: "unusable",
      data: { source },
    }
  )
}

function isUsable(key: unknown): boolean {
  try {
    const { kid, crv } = key as { kid?: unknown; crv?: unknown }
    createPublicKey({ key: key as JsonWebKey, format: "jwk" })
    return typeof kid === "string" && crv === "P-256"
  } catch {
    return false
  }
}
