import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Decline, declineOf, effectsOf } from "../../domain/settlement"
import { recordEffects } from "./effects"
import type { Payment } from "./models/payment"

/** How a payment on the store's page ends that was not made; `declined` if the provider has not opened it. */
export type PageEnding = "canceled" | "expired" | "declined"

/** Its order is placed, and no page is opened for it. */
const UNOPENED = "(status = 'created' and provisioned_at is not null)"

/**
 * Payments that customers make on the store's page, through another payment provider. Once Medusa has recorded
 * a payment of the order, `ProviderPayments` follows Medusa's records.
 */
export class PagePayments {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores the link of the page, once, and the effect that hands it to the agent. From here on, effects are settled. The
   * customer pays it themselves, so it counts toward no mandate, unless a saved card may have been charged already.
   */
  async open(id: string, redirect_url: string, is_maybe_charged = false): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const now = trx.fn.now()
      const opened = { status: "requires_action", redirect_url, sca_started_at: now, provisioned_at: now }
      const without_card = { card_token_id: null, card_brand: null, card_last4: null }
      const created = trx("gw_payment").where({ id, status: "created" })
      if (await created.update({ ...opened, ...(!is_maybe_charged && without_card), updated_at: now }))
        await record(trx, id, "requires_action")
    })
  }

  /**
   * Ends a payment whose order is placed, with the effect that cancels the order: one that waits for its customer, or that
   * is not opened yet. Only one that is not opened can be declined: a customer may have paid any other. Does nothing to
   * payments in another state.
   */
  async end(id: string, status: PageEnding, because: Decline | null = null): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const decline = declineOf(status, because)
      const reason = { decline_code: decline?.code, decline_message: decline?.message }
      const waiting = trx("gw_payment")
        .where({ id })
        .whereRaw(status === "declined" ? UNOPENED : `(${UNOPENED} or status = 'requires_action')`)
      const ended = { status, ...reason, next_check_at: null, updated_at: trx.fn.now() }
      if (await waiting.update(ended)) await record(trx, id, status)
    })
  }
}

const record = (trx: Knex.Transaction, id: Payment["id"], status: PageEnding | "requires_action") =>
  recordEffects(trx, id, effectsOf({ status, intent: "sale", captures: [], refunds: [] }))
