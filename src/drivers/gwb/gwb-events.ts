import { z } from "@medusajs/framework/zod"
import { type BankEvent, BankError } from "../driver"
import { parseSnapshot } from "./gwb-snapshot"
import { parseToken } from "./gwb-token"

const Event = z.object({
  event_id: z.string().min(1).max(200),
  sequence: z.int().nonnegative().optional(),
  type: z.string().min(1).max(200),
  payment: z.unknown().optional(),
  token: z.unknown().optional(),
})

const Events = z.object({ data: z.array(z.unknown()), has_more: z.boolean() })

/** Parses a verified event. Undefined if it is malformed. */
export function parseEvent(value: unknown): BankEvent | undefined {
  const { data } = Event.safeParse(value)
  if (!data) return undefined
  const { event_id, sequence = null, type } = data
  const payment = (data.payment !== undefined && parseSnapshot(data.payment)) || null
  const token = (data.token !== undefined && parseToken(data.token)) || null
  if ((type.startsWith("payment.") && !payment) || (type.startsWith("token.") && !token)) return undefined
  return { event_id, sequence, type, payment, token }
}

/** Parses a page of the bank's event list. Throws BankError if any part is malformed, so that no event is skipped. */
export function readEvents(value: unknown): { events: BankEvent[]; has_more: boolean } {
  const page = Events.safeParse(value).data
  const events = page?.data.map(parseEvent)
  if (!page || !events || events.includes(undefined))
    throw new BankError("malformed_answer", "not_executed", "the bank's list of events is malformed")
  return { events: events.filter((event) => event !== undefined), has_more: page.has_more }
}
