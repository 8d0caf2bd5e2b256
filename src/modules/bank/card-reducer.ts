import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cardDeclineOf, isOpenCard } from "../../domain/card"
import type { TokenSnapshot } from "../../drivers/driver"
import { linkFor } from "./hand-offs"
import type { CardToken } from "./models/card"
import type { SnapshotSource, Verdict } from "./reducer"

/**
 * Applies a snapshot of a saved card from any source, exactly once. Locks the card's row, compares it with the
 * requested card, and ignores older versions. Returns the updated card if the snapshot was applied; the caller
 * then updates everything that waits for the card, in the same transaction. A snapshot from another account than
 * the card's is ignored. `base_url` is the base of the store's link for the customer if the bank wants a form
 * posted.
 */
export async function applyToken(
  trx: Knex.Transaction,
  snapshot: TokenSnapshot,
  { bank_account, base_url }: SnapshotSource
): Promise<{ verdict: Verdict; card?: CardToken }> {
  const { merchant_reference } = snapshot
  const known = trx<CardToken>("gw_card_token").where({ merchant_reference, bank_account })
  const card = await known.forUpdate().first()
  if (!card) return { verdict: "unknown_reference" }
  const difference = differenceOf(card, snapshot)
  if (difference) return holdForReview(trx, card, difference)
  if (snapshot.version <= card.version || card.status === "manual_review") return { verdict: "stale" }
  return { verdict: "applied", card: await storeSnapshot(trx, card, snapshot, base_url) }
}

/** Which part of the snapshot contradicts the stored card. Undefined if they match. */
function differenceOf(card: CardToken, snapshot: TokenSnapshot): string | undefined {
  // The customer reference of an erased card is deleted here, but the bank still reports it.
  const customer_reference = card.erasure_id ? null : snapshot.customer_reference
  if (card.bank_token_id && snapshot.id !== card.bank_token_id) return "bank_token_id"
  if (snapshot.currency !== card.currency) return "currency"
  if (snapshot.usage !== card.usage) return "usage"
  if (customer_reference !== null && customer_reference !== card.customer_reference)
    return "customer_reference"
  return undefined
}

async function holdForReview(
  trx: Knex.Transaction,
  { id }: CardToken,
  difference: string
): Promise<{ verdict: Verdict }> {
  await trx("gw_card_token")
    .where({ id })
    .update({ status: "manual_review", review_reason: `${difference} differs`, updated_at: trx.fn.now() })
  return { verdict: "mismatch" }
}

async function storeSnapshot(
  trx: Knex.Transaction,
  card: CardToken,
  { id: bank_token_id, status, version, ...snapshot }: TokenSnapshot,
  base_url: string
): Promise<CardToken> {
  const decline = cardDeclineOf(status, snapshot.decline)
  const ended = !isOpenCard(status) && !(status === "active" && card.revoke_requested_at)
  const [row] = await trx<CardToken>("gw_card_token")
    .where({ id: card.id })
    .update({
      bank_token_id,
      status,
      version,
      ...snapshot.card,
      network_transaction_id: snapshot.network_transaction_id ?? card.network_transaction_id,
      redirect_url: await linkFor(trx, card, snapshot.next_action, base_url),
      decline_code: decline?.code ?? null,
      decline_message: decline?.message ?? null,
      ...(ended && { next_check_at: null }),
      updated_at: trx.fn.now(),
    } as object)
    .returning("*")
  return row ?? card
}
