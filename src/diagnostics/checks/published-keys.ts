import { digest } from "../../domain/secrets"
import { accountsIn } from "../../options"
import type { Check } from "../check"
import { ok, problem } from "../check-result"

/**
 * Whether the running store publishes the keys that it is configured with, by which its banks verify our requests. A
 * store that does not respond is reported by the check of its URL. No result for a bank that uses no public keys.
 */
export const publishedKeys: Check = {
  name: "published keys",
  async run({ options, request }) {
    const keys = accountsIn(options).flatMap(({ bank, option }) =>
      bank.driver === "gwb" ? [{ key: bank.merchant_key, option: `${option}.merchant_key` }] : []
    )
    if (!keys.length) return []
    const url = `${options.base_url}/gw-bank/v1/jwks.json`
    const answer = await request(url).catch(() => undefined)
    if (!answer) return []
    const published = answer.status === 200 ? answer.body : ""
    return keys.map(({ key, option }) => {
      const { crv, kty, x, y } = key
      if (published.includes(digest(JSON.stringify({ crv, kty, x, y }))))
        return ok(
          option === "bank.merchant_key"
            ? "the store publishes its key for the bank"
            : `it publishes ${option}`
        )
      return problem(`${url} does not contain the public key of ${option}`, ADVICE)
    })
  },
}

const ADVICE =
  "Restart the store with these options, and make sure that no proxy in front of it answers this address."
