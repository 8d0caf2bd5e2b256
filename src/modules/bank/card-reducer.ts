import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cardDeclineOf, isOpenCard } from "../../domain/card"
import type { TokenSnapshot } from "../../drivers/driver"
import { linkFor } from "./hand-offs"
import type { CardToken } from "./models/card"
import type { Verdict } from "./reducer"

/**
 * Takes a snapshot of a kept card, from whatever source it comes, exactly once: the card's row is locked, what the
 * client asked for is checked, and an older version is ignored. Returns the card as it is then when it was taken;
 * whatever waits for it is moved on by the caller, in the same transaction. The shopper's link may be one of ours,
 * below `base_url`.
 */
export async function applyToken(
  trx: Knex.Transaction,
  snapshot: TokenSnapshot,
  base_url: string
): Promise<{ verdict: Verdict; card?: CardToken }> {
  const { merchant_reference } = snapshot
  const card = await trx<CardToken>("gw_card_token").where({ merchant_reference }).forUpdate().first()
  if (!card) return { verdict: "unknown_reference" }
  const difference = differenceOf(card, snapshot)
  if (difference) return holdForReview(trx, card, difference)
  if (snapshot.version <= card.version || card.status === "manual_review") return { verdict: "stale" }
  return { verdict: "taken", card: await take(trx, card, snapshot, base_url) }
}

/** What in the snapshot is not the card we asked for; undefined when it is. */
function differenceOf(card: CardToken, snapshot: TokenSnapshot): string | undefined {
  // Whose it was is forgotten; the bank goes on telling.
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

async function take(
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
      ...{ bank_token_id, status, version, ...snapshot.card },
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
