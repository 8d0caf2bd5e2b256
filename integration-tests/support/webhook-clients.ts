import { Buyer } from "./buyer"
import { switchSurfaces } from "./oauth-client"
import { Receiver } from "./receiver"
import { subscribe } from "./webhooks"

/** Enables UCP and starts a receiver of webhooks. */
export async function openReceiver(): Promise<Receiver> {
  await switchSurfaces({ ucp_enabled: true })
  return Receiver.listen()
}

/** Restores the settings of the store. */
export async function closeReceiver(receiver: Receiver): Promise<void> {
  receiver.close()
  await switchSurfaces({ ucp_enabled: false })
}

let numbered = 0

/** A path of a receiver that no other webhook uses. */
export const freshPath = () => `/webhook/${++numbered}?n=${numbered}`

/** In seconds. With it, the store retries a delivery only when a test makes it due. */
export const NO_RETRY = 3600

/**
 * A webhook of a client that has no others; the receiver responds first with these statuses. Errors request the store to
 * retry after `retry_after` seconds.
 */
export async function subscribed(receiver: Receiver, answers: number[] = [], retry_after = 0) {
  const buyer = await Buyer.forGuests()
  const path = freshPath()
  receiver.answers.set(path, answers)
  receiver.pauses.set(path, retry_after)
  const webhook = await subscribe(buyer, receiver.at(path))
  return { ...webhook, path, buyer }
}
