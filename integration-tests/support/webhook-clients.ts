import { Buyer } from "./buyer"
import { switchSurfaces } from "./oauth-client"
import { Receiver } from "./receiver"
import { subscribe } from "./webhooks"

/** Somebody who receives webhooks, of a store in which there can be some. */
export async function openReceiver(): Promise<Receiver> {
  await switchSurfaces({ ucp_enabled: true })
  return Receiver.listen()
}

/** Leaves the store as it was found. */
export async function closeReceiver(receiver: Receiver): Promise<void> {
  receiver.close()
  await switchSurfaces({ ucp_enabled: false })
}

let numbered = 0

/** An address of a receiver at which nobody else is told. */
export const freshPath = () => `/webhook/${++numbered}?n=${numbered}`

/** A webhook of a client that has no others, whose receiver answers like this first. */
export async function subscribed(receiver: Receiver, answers: number[] = []) {
  const buyer = await Buyer.forGuests()
  const path = freshPath()
  receiver.answers.set(path, answers)
  const webhook = await subscribe(buyer, receiver.at(path))
  return { ...webhook, path, buyer }
}
