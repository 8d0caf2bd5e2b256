import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { newId } from "../../domain/secrets"

/** How long a lock is waited for, and how long it lasts if its process dies. */
interface Lease {
  readonly wait_timeout_ms: number
  readonly expiry_seconds: number
}

/** Lasts longer than any call of a provider, and than the completion of a cart. */
const FOR_A_CALL: Lease = { wait_timeout_ms: 30_000, expiry_seconds: 180 }

/** Waits for other requests that only look whether the cart is locked. */
const FOR_A_LOOK: Lease = { wait_timeout_ms: 1000, expiry_seconds: 5 }

const POLL_MS = 50

/**
 * Runs `act` while holding Medusa's own lock of a cart, which Medusa holds while it completes the cart for the storefront
 * or for a provider's webhook. Throws if the lock is not free within 30 seconds.
 */
export async function withMedusaLock<Result>(
  container: MedusaContainer,
  cart_id: string,
  act: () => Promise<Result>
): Promise<Result> {
  const release = await acquire(container, cart_id, FOR_A_CALL)
  if (!release) throw new Error("Medusa has locked the cart")
  try {
    return await act()
  } finally {
    await release()
  }
}

/** Whether Medusa has locked a cart for longer than a second, as it does while it completes the cart. */
export async function isLockedInMedusa(container: MedusaContainer, cart_id: string): Promise<boolean> {
  const release = await acquire(container, cart_id, FOR_A_LOOK)
  await release?.()
  return release === undefined
}

/**
 * Acquires the lock as Medusa's workflows do, because `execute` of Medusa's PostgreSQL module uses another lock. Returns
 * the function that releases it, undefined if it is not free in time.
 */
async function acquire(
  container: MedusaContainer,
  cart_id: string,
  { wait_timeout_ms, expiry_seconds: expire }: Lease
): Promise<(() => Promise<unknown>) | undefined> {
  const locking = container.resolve(Modules.LOCKING)
  const ownerId = newId("hold")
  await deleteExpiredLock(container, cart_id)
  for (const deadline = Date.now() + wait_timeout_ms; Date.now() < deadline; await sleep(POLL_MS))
    try {
      await locking.acquire(cart_id, { ownerId, expire })
      return () => locking.release(cart_id, { ownerId })
    } catch (error) {
      if (!isLockHeld(error)) throw error
    }
  return undefined
}

/** Whether an error says that a lock of Medusa is held. Its modules have no common error for it. */
export const isLockHeld = (error: unknown): boolean =>
  /acquire lock|acquiring lock|already locked/.test((error as Error).message)

/**
 * Deletes Medusa's expired lock of a cart. Its PostgreSQL module keeps the lock of a process that has died, and a workflow
 * of Medusa would wait for it in vain. Call before such a workflow.
 */
export async function deleteExpiredLock(container: MedusaContainer, id: string): Promise<void> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: [{ exists: boolean }] }>(
    "select to_regclass('locking') is not null as exists"
  )
  if (rows[0].exists) await knex("locking").where({ id }).where("expiration", "<", knex.fn.now()).delete()
}
