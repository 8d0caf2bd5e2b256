import { HANDLER_ID } from "../../src/surfaces/ucp/payment-handler/payment-handler"
import { read } from "./read-members"

/** The payment handler of UCP's samples, with which UCP's suite pays whatever the profile advertises. */
const SAMPLE_HANDLER = "mock_payment_handler"

/** The buyer of a guest's checkout for which a suite names none. The store needs an email address for an order. */
export const GUEST = { email: "guest@suite.example" }

/** The members of an address in UCP, by the names with which UCP's suite sends them. */
const ADDRESS_MEMBERS = { address_locality: "locality", address_region: "region" } as const

/**
 * The body of a request that creates or replaces a checkout, with the members of its addresses named as in UCP, and with
 * the buyer `GUEST` if it is a guest's and names none. A body without line items stays as it is.
 */
export function completedRequest(body: string, is_guest: boolean): string {
  const request = read(body)
  if (!Array.isArray(request.line_items)) return body
  const fulfillment = withMembers(request.fulfillment, "methods", (method) =>
    withMembers(method, "destinations", withAddressMembers)
  )
  return JSON.stringify({
    ...request,
    ...(is_guest && request.buyer === undefined && { buyer: GUEST }),
    ...(request.fulfillment !== undefined && { fulfillment }),
  })
}

/** The body of a completion, with the store's handler in place of that of UCP's samples. */
export function withOwnHandler(body: string): string {
  const completion = read(body)
  const payment = withMembers(completion.payment, "instruments", (instrument) =>
    read(instrument).handler_id === SAMPLE_HANDLER
      ? { ...read(instrument), handler_id: HANDLER_ID }
      : instrument
  )
  return payment === completion.payment ? body : JSON.stringify({ ...completion, payment })
}

function withAddressMembers(destination: unknown): unknown {
  const sent = read(destination)
  const named = Object.entries(ADDRESS_MEMBERS).filter(([, name]) => sent[name] !== undefined)
  if (!named.length) return destination
  return { ...Object.fromEntries(named.map(([member, name]) => [member, sent[name]])), ...sent }
}

/** An object with each element of one of its lists changed; the same value if it has no such list. */
function withMembers(value: unknown, name: string, change: (element: unknown) => unknown): unknown {
  const list: unknown = read(value)[name]
  return Array.isArray(list) ? { ...read(value), [name]: list.map(change) } : value
}
