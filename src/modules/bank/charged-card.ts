import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { endedUnpaid } from "../../domain/settlement"
import type { Payment } from "./models/payment"

/**
 * Removes the saved card from a payment on the store's page if the customer has paid with another payment method, or if
 * Medusa does not know which payment method was charged: the payment then counts toward no mandate. Call it in the
 * transaction that first stores Medusa's record of the payment.
 */
export async function clearUnchargedCard(
  trx: Knex.Transaction,
  { id, route, status, card_token_id }: Payment
): Promise<void> {
  // The page of a payment in any other status was not open, or its record is stored already.
  const wasOpen = status === "requires_action" || endedUnpaid(status)
  if (route === "page" && card_token_id && wasOpen) await trx.raw(CLEAR, { id })
}

/* Stripe names the payment method in full where the request expands it, and by its id otherwise. */
const CLEAR = `
  update gw_payment g set card_token_id = null, card_brand = null, card_last4 = null
   where g.id = :id and not exists (
     select from gw_card_token k
       join order_payment_collection l on l.order_id = g.order_id and l.deleted_at is null
       join payment p on p.payment_collection_id = l.payment_collection_id and p.provider_id = k.provider_id
                     and p.deleted_at is null
      where k.id = g.card_token_id
        and coalesce(p.data -> 'payment_method' ->> 'id', p.data ->> 'payment_method') = k.provider_method_id)`
