import { randomBytes } from "node:crypto"
import type { Bank } from "../bank"
import type { NextAction } from "../payment"
import type { Due, ScaSession } from "../records"

/** A new page for a shopper, and when it lapses. */
export function openPage(
  bank: Bank,
  return_url: string,
  exemption: string | null
): { next_action: NextAction; session: ScaSession; due: Due[] } {
  const id = bank.ids.next("s", (taken) => bank.ledger.bySession(taken) !== undefined)
  const at = bank.clock.milliseconds() + bank.options.scaWindowSeconds * 1000
  const csrf = randomBytes(24).toString("base64url")
  const expires_at = new Date(at).toISOString()
  return {
    next_action: { type: "redirect", url: `${bank.publicUrl}/sca/${id}`, expires_at },
    session: { id, csrf, stage: "card", tries: 0, card: null, return_url, exemption },
    due: [{ at, what: "page_lapses" }],
  }
}
