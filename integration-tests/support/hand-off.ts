import { sql } from "./database"

/** Hands the cart of a checkout session to its customer, as another server does. Returns the cart's id. */
export async function handOverCart(session_id: string): Promise<string> {
  const [row] = await sql<{ cart_id: string }>(
    `insert into gw_storefront_hand_off
       (session_id, cart_id, provider_id, country, nonce, token_hash, expires_at, adopted_at, next_check_at)
     select id, cart_id, 'pp_system_default', 'de', 'n', id, now(), now(), now() + interval '1 hour'
       from gw_session where id = $1 returning cart_id`,
    [session_id]
  )
  if (!row) throw new Error(`no session ${session_id} with a cart`)
  return row.cart_id
}
