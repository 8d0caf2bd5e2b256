import { digest } from "../../domain/secrets"
import type { Check } from "../check"
import { ok, problem } from "../check-result"

/**
 * Whether the running store publishes the key that it is configured with, by which the bank verifies our requests. A
 * store that does not respond is reported by the check of its URL.
 */
export const publishedKeys: Check = {
  name: "published keys",
  async run({ options: { base_url, bank }, ask }) {
    const { crv, kty, x, y } = bank.merchant_key
    const answer = await ask(`${base_url}/gw-bank/v1/jwks.json`).catch(() => undefined)
    if (!answer) return []
    const { status, body } = answer
    if (status === 200 && body.includes(digest(JSON.stringify({ crv, kty, x, y }))))
      return [ok("the store publishes its key for the bank")]
    return [
      problem(
        `${base_url}/gw-bank/v1/jwks.json does not hold the public half of bank.merchant_key`,
        "Start the store again with these options, and let nothing in front of it answer this address."
      ),
    ]
  },
}
