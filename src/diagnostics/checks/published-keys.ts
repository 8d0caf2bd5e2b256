import { digest } from "../../domain/secrets"
import type { Check } from "../check"
import { ok, problem } from "../check-result"

/**
 * Whether the running store publishes the key that it is configured with, by which the bank verifies our requests. A
 * store that does not respond is reported by the check of its URL. No result for a store whose bank uses no public keys.
 */
export const publishedKeys: Check = {
  name: "published keys",
  async run({ options: { base_url, bank }, request }) {
    if (bank?.driver !== "gwb") return []
    const { crv, kty, x, y } = bank.merchant_key
    const answer = await request(`${base_url}/gw-bank/v1/jwks.json`).catch(() => undefined)
    if (!answer) return []
    const { status, body } = answer
    if (status === 200 && body.includes(digest(JSON.stringify({ crv, kty, x, y }))))
      return [ok("the store publishes its key for the bank")]
    return [
      problem(
        `${base_url}/gw-bank/v1/jwks.json does not contain the public key of bank.merchant_key`,
        "Restart the store with these options, and make sure that no proxy in front of it answers this address."
      ),
    ]
  },
}
