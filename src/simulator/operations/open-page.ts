import { randomBytes } from "node:crypto"
import type { NextAction } from "../payment"
import type { Due, ScaSession } from "../records"
import type { Call } from "./call"

/** Creates a new page for a customer, with its expiry. */
export function openPage(
  { bank, merchant, fault }: Call,
  return_url: string,
  exemption: string | null
): { next_action: NextAction; session: ScaSession; due: Due[] } {
  const id = bank.ids.next("s", (taken) => bank.ledger.bySession(taken) !== undefined)
  const at = bank.clock.milliseconds() + bank.options.scaWindowSeconds * 1000
  const csrf = secret()
  const expires_at = new Date(at).toISOString()
  const entry = fault?.redirect_post ? entryFields(merchant.name) : null
  const stage = entry ? "entry" : "card"
  const page = { url: `${bank.publicUrl}/sca/${id}`, expires_at }
  return {
    next_action: entry ? { type: "redirect_post", ...page, fields: entry } : { type: "redirect", ...page },
    session: { id, csrf, stage, entry, tries: 0, card: null, return_url, exemption },
    due: [{ at, what: "page_lapses" }],
  }
}

// Special characters, so that a merchant that does not escape the form fields returns other values.
function entryFields(shop: string): Record<string, string> {
  return { ticket: secret(), shop, submit: `"/><script>'ăé €'</script>&amp;` }
}

function secret(): string {
  return randomBytes(24).toString("base64url")
}
