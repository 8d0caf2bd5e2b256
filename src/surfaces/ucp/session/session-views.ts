import type { Quote, QuotedLine, RequestedCheckout } from "../../../modules/agent/models/session"
import type { Version } from "../ucp-versions"
import { consentView } from "./buyer-consent"

/** An entry of totals: integer minor units. */
interface Total {
  readonly type: string
  readonly amount: number
  readonly display_text?: string
}

/** A discount as a negative amount; no entry when the discount is zero. */
const less = (type: string, amount: number, display_text?: string): Total[] =>
  amount > 0 ? [{ type, amount: -amount, ...(display_text && { display_text }) }] : []

/** Quoted lines in UCP's format. */
export function linesView(lines: readonly QuotedLine[]): object[] {
  return lines.map(({ id, variant_id, title, unit_price, image_url, quantity, ...amounts }) => ({
    id,
    item: { id: variant_id, title, price: unit_price, ...(image_url && { image_url }) },
    quantity,
    totals: [
      { type: "subtotal", amount: amounts.subtotal },
      ...less("items_discount", amounts.discount),
      { type: "total", amount: amounts.total },
    ],
  }))
}

/** The totals of a quote. All entries except the total add up to it (UCP: Totals). */
export function totalsView(quote: Quote, option_id: string | null): Total[] {
  const option = quote.options.find(({ id }) => id === option_id)
  return [
    { type: "subtotal", display_text: "Subtotal", amount: quote.subtotal },
    ...less("items_discount", quote.items_discount, "Item discounts"),
    ...less("discount", quote.discount, "Discount"),
    ...(option ? [{ type: "fulfillment", display_text: option.title, amount: quote.fulfillment }] : []),
    ...(quote.tax > 0 ? [{ type: "tax", display_text: "Tax", amount: quote.tax }] : []),
    { type: "total", display_text: "Total", amount: quote.total },
  ]
}

/** The codes as the buyer entered them, and the discounts applied, by code or automatically (UCP: Discount). */
export function discountsView({ codes }: RequestedCheckout, { discounts }: Quote): object {
  const applied = discounts.map(({ code, title, amount, method, allocations }) => {
    const typed = codes.find((one) => one.toLowerCase() === code?.toLowerCase())
    return {
      ...(code ? { code: typed ?? code } : { automatic: true }),
      title,
      amount,
      method,
      ...(allocations.length && {
        allocations: allocations.map(({ line, amount }) => ({ path: `$.line_items[${line}]`, amount })),
      }),
    }
  })
  return { codes, applied }
}

/** The buyer, with their consents when the consent extension was negotiated. */
export function buyerView({ buyer }: RequestedCheckout, version: Version, withConsent: boolean): object {
  const { consent, ...person } = buyer
  return { ...person, ...(consent && withConsent && { consent: consentView(consent, version) }) }
}

const METHOD_ID = "shipping"
const GROUP_ID = "all"

/** How the lines are delivered: one method and one group with all of them (UCP: Fulfillment). */
export function fulfillmentView({ delivery }: RequestedCheckout, quote: Quote, version: Version): object {
  const isTyped = version !== "2026-04-08"
  // A method needs lines. The stored address and option appear again once there are lines.
  if (!quote.lines.length) return { methods: [] }
  const line_item_ids = quote.lines.map(({ id }) => id)
  const options = quote.options.map(({ id, title, description, amount }) => ({
    id,
    title,
    ...(description && { description: isTyped ? { plain: description } : description }),
    totals: [{ type: "total", amount }],
  }))
  const selected_option_id = options.some(({ id }) => id === delivery.selected_option_id)
    ? delivery.selected_option_id
    : null
  const method = {
    id: METHOD_ID,
    type: "shipping",
    line_item_ids,
    destinations: delivery.destinations.map((one) => ({
      ...(isTyped && { type: "shipping_address" }),
      ...one,
    })),
    selected_destination_id: delivery.selected_destination_id,
    groups: [{ id: GROUP_ID, line_item_ids, options, selected_option_id }],
  }
  return { methods: [method] }
}
