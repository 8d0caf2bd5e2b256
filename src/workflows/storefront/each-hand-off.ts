import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { logOf } from "../../lib/log"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"

/** How many hand-offs a server takes at once. If it dies, only these wait for their next turn. */
const BATCH_SIZE = 10

/** What a job does with hand-offs. */
export interface HandOffJob {
  /** Takes at most `limit` hand-offs that waited at `due_at`, a time of the database. Never takes one again after that. */
  take(limit: number, due_at: string): Promise<readonly StorefrontHandOff[]>
  act(hand_off: StorefrontHandOff): Promise<void>
  /** The start of the log line when `act` fails. */
  failed(session_id: string): string
}

/**
 * Acts on every hand-off that waits when it is called, each once, one after another. A failure is logged and does not
 * stop the others.
 */
export async function eachHandOff(
  container: MedusaContainer,
  { take, act, failed }: HandOffJob
): Promise<void> {
  const due_at = await databaseTime(container)
  for (let batch = await take(BATCH_SIZE, due_at); batch.length; batch = await take(BATCH_SIZE, due_at))
    for (const hand_off of batch)
      try {
        await act(hand_off)
      } catch (error) {
        logOf(container).warn(`${failed(hand_off.session_id)}: ${(error as Error).message}`)
      }
}

/** As text, because a `Date` would round it to milliseconds. */
async function databaseTime(container: MedusaContainer): Promise<string> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: [{ now: string }] }>("select cast(now() as text) as now")
  return rows[0].now
}
