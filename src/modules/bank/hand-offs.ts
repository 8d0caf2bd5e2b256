import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newSecret } from "../../domain/secrets"
import type { NextAction } from "../../drivers/driver"
import type { BankForm, HandOff } from "./models/hand-off"
import type { Payment } from "./models/payment"

/**
 * The payment forms of banks that want a form posted. Each form is served once, behind a link with a nonce of
 * 256 random bits. The nonce is stored in plain text, because the link is shown again and also stored with
 * the payment and the task. The lookup needs no constant-time comparison: the timing of an index search does
 * not reveal a nonce.
 */
export class HandOffs {
  constructor(private readonly knex: Knex) {}

  /** The state of the link with this nonce. Undefined if there is none, or a newer link has replaced it. */
  async find(nonce: string): Promise<HandOff | undefined> {
    const state = `case when used_at is not null then 'used' when expires_at <= now() then 'expired' else 'open' end`
    return this.knex<HandOff>("gw_hand_off")
      .where({ nonce })
      .first("subject_id", this.knex.raw(`${state} as state`))
  }

  /** Returns the form, once, while the payment or card waits for the customer and the form has not expired. */
  async use(nonce: string): Promise<BankForm | undefined> {
    const { rows } = await this.knex.raw<{ rows: BankForm[] }>(
      `update gw_hand_off h set used_at = now()
        where h.nonce = ? and h.used_at is null and (h.expires_at is null or h.expires_at > now())
          and 'requires_action' in (
            select status from gw_payment where id = h.subject_id
            union all select status from gw_card_token where id = h.subject_id)
        returning h.url, h.fields`,
      [nonce]
    )
    return rows[0]
  }
}

/**
 * The link for the customer's next action: the bank's page, or the store's page that serves the bank's form.
 * Without an action the stored link stays. The caller holds the row's lock.
 */
export async function linkFor(
  trx: Knex.Transaction,
  { id, redirect_url }: Pick<Payment, "id" | "redirect_url">,
  action: NextAction | null,
  base_url: string
): Promise<string | null> {
  if (action?.type === "redirect_post") return `${base_url}/gw-bank/v1/go/${await keep(trx, id, action)}`
  if (action && redirect_url) await trx("gw_hand_off").where({ subject_id: id }).delete()
  return action?.url ?? redirect_url
}

type FormAction = Extract<NextAction, { type: "redirect_post" }>

/**
 * The nonce of a form. A repeated form keeps its nonce; a new form gets a new nonce, and the old one becomes
 * invalid.
 */
async function keep(trx: Knex.Transaction, subject_id: string, action: FormAction): Promise<string> {
  const { url, expires_at } = action
  const fields = JSON.stringify(action.fields)
  const same = trx("gw_hand_off").where({ subject_id, url }).whereRaw("fields = ?::jsonb", [fields])
  const [stored] = await same.update({ expires_at }).returning<{ nonce: string }[]>("nonce")
  if (stored) return stored.nonce
  const nonce = newSecret("gwh")
  await trx("gw_hand_off")
    .insert({ subject_id, nonce, url, fields, expires_at, used_at: null })
    .onConflict("subject_id")
    .merge()
  return nonce
}
