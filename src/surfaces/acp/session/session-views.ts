import type { Destination, Quote, QuotedLine, RequestedCheckout } from "../../../modules/agent/models/session"
import { chosenDestination } from "../../../workflows/checkout/quote-checkout"
import { fullName } from "./full-name"
import { REJECTIONS } from "./session-messages"

/** An entry of totals, in integer minor units. Discounts are positive amounts that are subtracted. */
interface Total {
  readonly type: string
  readonly display_text: string
  readonly amount: number
}

/** A total of a session. Amount in minor units. */
export const total = (type: string, display_text: string, amount: number): Total => ({
  type,
  display_text,
  amount,
})
const ifAny = (type: string, display_text: string, amount: number): Total[] =>
  amount > 0 ? [total(type, display_text, amount)] : []

/** Quoted line items in ACP's format. */
export function linesView(lines: readonly QuotedLine[]): object[] {
  return lines.map(({ id, variant_id, title, unit_price, image_url, quantity, ...amounts }) => ({
    id,
    item: { id: variant_id, name: title, unit_amount: unit_price },
    quantity,
    name: title,
    unit_amount: unit_price,
    variant_id,
    ...(image_url && { images: [image_url] }),
    totals: lineTotalsView(amounts),
  }))
}

/** The amounts of a line: the base amount minus the discount is the total. */
export function lineTotalsView(line: Pick<QuotedLine, "subtotal" | "discount" | "total">): Total[] {
  return [
    total("items_base_amount", "Base", line.subtotal),
    ...ifAny("items_discount", "Discount", line.discount),
    total("total", "Total", line.total),
  ]
}

/**
 * The amounts of a session: the base amount minus item discounts is the subtotal; the remaining entries lead to the
 * total.
 */
export function totalsView(quote: Quote, option_id: string | null): Total[] {
  const option = quote.options.find(({ id }) => id === option_id)
  return [
    total("items_base_amount", "Items", quote.subtotal),
    ...ifAny("items_discount", "Item discounts", quote.items_discount),
    total("subtotal", "Subtotal", quote.subtotal - quote.items_discount),
    ...ifAny("discount", "Discount", quote.discount),
    ...(option ? [total("fulfillment", option.title, quote.fulfillment)] : []),
    ...ifAny("tax", "Tax", quote.tax),
    total("total", "Total", quote.total),
  ]
}

/** The buyer. ACP requires an e-mail address, so there is no buyer without one. */
export function buyerView({ buyer }: RequestedCheckout): { buyer?: object } {
  const { email, first_name, last_name, phone_number } = buyer
  if (!email) return {}
  const known = { ...(first_name && { first_name }), ...(last_name && { last_name }) }
  return { buyer: { email, ...known, ...(phone_number && { phone_number }) } }
}

/** An address in ACP's format. Required members that are unknown are empty strings. */
export function addressView(place: Omit<Destination, "id">): object {
  return {
    name: fullName(place),
    ...(place.company && { company: place.company }),
    line_one: place.street_address ?? "",
    ...(place.extended_address && { line_two: place.extended_address }),
    city: place.address_locality ?? "",
    state: place.address_region ?? "",
    country: place.address_country ?? "",
    postal_code: place.postal_code ?? "",
  }
}

/** The delivery address and its contact. */
export function detailsView(requested: RequestedCheckout): { fulfillment_details?: object } {
  const place = chosenDestination(requested)
  if (!place) return {}
  const name = fullName(place)
  const { phone_number } = place
  const address = addressView(place)
  return {
    fulfillment_details: { ...(name && { name }), ...(phone_number && { phone_number }), address },
  }
}

/** The shipping options, each for all line items. */
export function optionsView({ options }: Quote): object[] {
  return options.map(({ id, title, description, amount }) => ({
    type: "shipping",
    id,
    title,
    ...(description && { description }),
    totals: [total("total", title, amount)],
  }))
}

/** The chosen shipping option for all line items; empty when the chosen one is not offered. */
export function selectedView({ delivery }: RequestedCheckout, { options, lines }: Quote): object[] {
  const option = options.find(({ id }) => id === delivery.selected_option_id)
  return option ? [{ type: "shipping", option_id: option.id, item_ids: lines.map(({ id }) => id) }] : []
}

/**
 * The entered discount codes, the discounts applied by code or automatically, and the rejected codes (ACP: Discount
 * extension).
 */
export function discountsView({ codes }: RequestedCheckout, { discounts, notices, currency }: Quote): object {
  const applied = discounts.map(({ code, title, amount, method, allocations }, n) => ({
    id: `discount_${n + 1}`,
    ...(code ? { code: codes.find((one) => one.toLowerCase() === code.toLowerCase()) ?? code } : {}),
    coupon: { id: title, name: title, amount_off: amount, currency: currency.toLowerCase() },
    amount,
    automatic: !code,
    method,
    priority: n + 1,
    ...(allocations.length && {
      allocations: allocations.map(({ line, amount }) => ({ path: `$.line_items[${line}]`, amount })),
    }),
  }))
  const rejected = notices.flatMap((notice) =>
    isRejection(notice.code) && "index" in notice
      ? [{ code: codes[notice.index] ?? "", reason: notice.code, message: REJECTIONS[notice.code] }]
      : []
  )
  return { codes, applied, rejected }
}

const isRejection = (code: string): code is keyof typeof REJECTIONS => Object.hasOwn(REJECTIONS, code)
