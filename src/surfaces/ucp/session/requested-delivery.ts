import { isSavedAs } from "../../../domain/postal-address"
import { newId } from "../../../domain/secrets"
import type { Delivery, Destination } from "../../../modules/agent/models/session"
import { EMPTY_CHECKOUT } from "../../../workflows/checkout/initial-checkout"
import type { DestinationBody, MethodBody, SessionBody } from "./session-body"
import { defined } from "./defined"

/**
 * The requested fulfillment with the changes of a body. The customer's saved addresses stay in the list, and a
 * destination that equals one of them gets its id (UCP: Fulfillment, destinations). Without a method, nothing else stays.
 */
export function deliveryOf(fulfillment: SessionBody["fulfillment"], before: Delivery): Delivery {
  const saved = before.saved ?? []
  const method = fulfillment?.methods?.[0]
  if (!method) return { ...EMPTY_CHECKOUT.delivery, destinations: saved, saved }
  const sent =
    method.destinations === undefined ? undefined : destinationsIn(method.destinations ?? [], saved)
  return {
    ...(before.saved && { saved }),
    destinations: sent ? withOthers(sent, saved) : before.destinations,
    selected_destination_id: chosenIn(method, sent, before),
    selected_option_id: optionIn(method, before),
  }
}

/** A destination that a body contains, and the id by which the same body selects it. */
interface Sent {
  readonly destination: Destination
  readonly sent_id: string | undefined
}

function destinationsIn(bodies: readonly DestinationBody[], saved: readonly Destination[]): Sent[] {
  const given = new Set([...bodies, ...saved].map(({ id }) => id))
  const names = bodies.map((_, n) => `dest_${n + 1}`).filter((name) => !given.has(name))
  return bodies.map(({ id: sent_id, ...body }) => {
    const address = defined(body)
    const known = saved.find((one) => isSavedAs(address, one))
    if (known) return { destination: known, sent_id }
    return { destination: { ...address, id: sent_id ?? names.shift() ?? newId("dest") }, sent_id }
  })
}

/** The sent destinations, each once, and then the saved ones that are not among them. */
function withOthers(sent: readonly Sent[], saved: readonly Destination[]): Destination[] {
  const all = [...sent.map(({ destination }) => destination), ...saved]
  return all.filter(({ id }, n) => all.findIndex((one) => one.id === id) === n)
}

/**
 * The id of the selected destination. Without a selection in the body, the previous one stays unless the body replaces
 * it, and a single address needs no choice.
 */
function chosenIn(
  { selected_destination_id: id }: MethodBody,
  sent: readonly Sent[] | undefined,
  before: Delivery
): string | null {
  const offered = sent ? withOthers(sent, []) : before.destinations
  if (id === undefined) {
    const kept = offered.find((one) => one.id === before.selected_destination_id)
    return kept?.id ?? (offered.length === 1 ? (offered[0]?.id ?? null) : null)
  }
  const named = sent?.find(({ sent_id }) => sent_id === id)?.destination
  const selectable = [...offered, ...(before.saved ?? [])]
  return named?.id ?? selectable.find((one) => one.id === id)?.id ?? null
}

function optionIn({ groups }: MethodBody, before: Delivery): string | null {
  if (groups === undefined) return before.selected_option_id
  const option = groups?.[0]?.selected_option_id
  return option === undefined && groups?.length ? before.selected_option_id : (option ?? null)
}
