import { numberOf } from "./cards"
import { amountIn, currencyIn, type Fields } from "./fields"
import { newId } from "./intents"
import type { Intent } from "./intent"
import { invalid, missing } from "./stripe-error"

/** A shared payment token, as Stripe's API shows it to the merchant to whom an agent has granted it. */
export interface GrantedToken {
  readonly id: string
  readonly object: "shared_payment.granted_token"
  readonly deactivated_reason: "consumed" | null
  readonly usage_limits: {
    readonly currency: string
    readonly max_amount: number
    /** Seconds since 1970. */
    readonly expires_at: number
  }
}

interface Granted {
  readonly token: GrantedToken
  readonly number: string
}

/** Shared payment tokens (preview at Stripe). */
export class GrantedTokens {
  readonly stored = new Map<string, Granted>()

  /** Grants a token of a test card such as `pm_card_visa`: Stripe's test helper. */
  create(fields: Fields): GrantedToken {
    const number = numberOf((fields.payment_method ?? "").replace(/^pm_card_/, ""))
    if (!number) throw missing("payment_method", fields.payment_method ?? "")
    const usage_limits = {
      currency: currencyIn({ currency: fields["usage_limits[currency]"] ?? "" }),
      max_amount: amountIn(fields, "usage_limits[max_amount]"),
      expires_at: Number(fields["usage_limits[expires_at]"]),
    }
    const id = newId("spt")
    return this.store(
      { id, object: "shared_payment.granted_token", deactivated_reason: null, usage_limits },
      number
    )
  }

  /** The number of the card of a token. Throws unless the token is valid for the payment. */
  numberFor(id: string, { amount, currency }: Intent): string {
    const { token, number } = this.entry(id)
    const { usage_limits, deactivated_reason } = token
    if (deactivated_reason) throw refused("has been deactivated", id)
    if (usage_limits.expires_at * 1000 < Date.now()) throw refused("has expired", id)
    if (usage_limits.currency !== currency || usage_limits.max_amount < amount)
      throw refused("does not allow this amount", id)
    return number
  }

  /** Deactivates a token whose payment was made. */
  consume(id: string): void {
    const { token, number } = this.entry(id)
    this.store({ ...token, deactivated_reason: "consumed" }, number)
  }

  private store(token: GrantedToken, number: string): GrantedToken {
    this.stored.set(token.id, { token, number })
    return token
  }

  private entry(id: string): Granted {
    const found = this.stored.get(id)
    if (!found) throw missing("shared_payment.granted_token", id)
    return found
  }
}

const refused = (why: string, id: string) =>
  invalid(`The shared payment token ${id} ${why}.`, "shared_payment_token_invalid")
