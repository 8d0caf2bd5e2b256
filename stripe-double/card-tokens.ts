import { numberOf } from "./cards"
import { invalid, missing } from "./stripe-error"

/** `tok_` and the name of a test card; with a suffix it is a token like those of wallets. */
const TOKEN = /^tok_([a-zA-Z0-9]+)(_\w+)?$/

/**
 * Tokens of cards. Stripe's own test tokens, such as `tok_visa`, can be used again. One with a suffix, such as
 * `tok_visa_1a2b`, is used once.
 */
export class CardTokens {
  readonly used = new Map<string, true>()

  /** Uses a token up, and returns the number of its card. Throws for an unknown token, and for one that was used. */
  use(token: string): string {
    const [, name = "", suffix] = TOKEN.exec(token) ?? []
    const number = numberOf(name)
    if (!number) throw missing("token", token)
    if (this.used.has(token))
      throw invalid(`You cannot use a Stripe token more than once: ${token}.`, "token_already_used")
    if (suffix) this.used.set(token, true)
    return number
  }
}
