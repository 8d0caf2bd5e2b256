import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { MOST_PAYABLE } from "../../domain/money"
import { type BasketTotals, totalsOf } from "../../domain/basket-totals"
import { chosenDestination } from "../../modules/agent/models/bought"
import type {
  Notice,
  Quote,
  QuotedDiscount,
  QuotedOption,
  RequestedCheckout,
} from "../../modules/agent/models/session"
import { type Basket, basketOf } from "../../queries/checkout/baskets"
import type { Market } from "../../queries/catalog/markets"
import {
  type TypedPromotion,
  hasAutomaticPromotions,
  promotionsByCode,
} from "../../queries/checkout/promotions"
import { assignCart, cartCustomer } from "./cart-customer"
import { DELIVERED_FIELDS, chooseShippingOptionWorkflow } from "./choose-shipping-option"
import { type ProfiledCart, type ShippingOptions, shippingOptionsFor } from "./shipping-options"
import { fillCart } from "./fill-cart"
import { withReadCart } from "./with-read-cart"

export { chosenDestination }

/** The requested checkout, its customer and its market. */
export interface Shopping {
  readonly requested: RequestedCheckout
  readonly market: Market
  /** The sales channels in which agents buy, in order of preference. */
  readonly channels: readonly string[]
  readonly customer_id: string | null
}

/** A quote, and the Medusa cart that it was computed with; null when no requested line is available. */
export interface Quoted {
  readonly quote: Quote
  readonly cart_id: string | null
}

/**
 * Quotes a requested checkout: Medusa computes prices, promotions, taxes and shipping options in a cart. Each quote
 * uses a new cart, so it does not depend on earlier requests, and no change has to be undone.
 */
export async function quoteFor(container: MedusaContainer, shopping: Shopping): Promise<Quoted> {
  const { requested, market, channels, customer_id } = shopping
  const typed = await promotionsByCode(container, requested.codes)
  const destination = chosenDestination(requested)
  const isReached = destination?.address_country && market.countries.includes(destination.address_country)
  const customer = await cartCustomer(container, customer_id, requested.buyer.email)
  const isKnown = customer.priced_for.customer_id !== undefined
  const canApply = (one: TypedPromotion) => one.is_running && (isKnown || !one.needs_customer)
  const applicableCodes = [...new Set([...typed.values()].filter(canApply).map(({ code }) => code))]
  const { cart_id, notices } = await fillCart(container, {
    market,
    channels,
    customer,
    buyer: requested.buyer,
    lines: requested.lines,
    codes: applicableCodes,
    destination: isReached ? destination : undefined,
  })
  if (!cart_id) return { cart_id, quote: emptyQuote(market, notices) }
  const { selected_option_id } = requested.delivery
  const { options, is_divided, is_chosen } = isReached
    ? await withShippingMethod(container, cart_id, market.currency, selected_option_id, applicableCodes)
    : NOT_DELIVERED
  await assignCart(container, cart_id, customer)
  const marks = requested.lines.map(({ id }) => id)
  const basket = await basketOf(container, cart_id, marks)
  if (!basket) throw new Error(`cart ${cart_id} no longer exists`)
  const allNotices: Notice[] = [
    ...notices,
    ...(destination?.address_country && !isReached ? [{ code: "address_undeliverable" } as const] : []),
    ...(is_divided ? [{ code: "not_delivered_together" } as const] : []),
    ...(selected_option_id && isReached && !is_chosen && !is_divided
      ? [{ code: "option_unavailable" } as const]
      : []),
    ...codeNotices(requested.codes, typed, basket, is_chosen),
  ]
  return {
    cart_id,
    quote: quoteOf(
      basket,
      options.map((one) => one.quoted),
      typed,
      allNotices
    ),
  }
}

/**
 * The quote of a cart that its customer may have changed since `session` was quoted: the current lines and amounts, with
 * the shipping options that were offered to the agent. Undefined if the cart does not exist.
 */
export async function quoteOfCart(
  container: MedusaContainer,
  cart_id: string,
  { requested, quote }: { readonly requested: RequestedCheckout; readonly quote: Quote }
): Promise<Quote | undefined> {
  const marks = requested.lines.map(({ id }) => id)
  const basket = await basketOf(container, cart_id, marks)
  if (!basket) return undefined
  return quoteOf(basket, quote.options, await promotionsByCode(container, requested.codes), [])
}

/** The shipping options of a cart, and whether it has a shipping method. */
type Delivery = ShippingOptions & { readonly is_chosen: boolean }

const NOT_DELIVERED: Delivery = { options: [], is_divided: false, is_chosen: false }

/** Lists the shipping options of a new cart, and adds a shipping method if the chosen one is among them. */
async function withShippingMethod(
  container: MedusaContainer,
  cart_id: string,
  currency: string,
  chosen: string | null,
  codes: readonly string[]
): Promise<Delivery> {
  const cart = await readCart(container, cart_id)
  const listing = withReadCart(container, { cart, fields: DELIVERED_FIELDS })
  const listed = await shippingOptionsFor(listing, cart, currency)
  const found = listed.options.find(({ quoted }) => quoted.id === chosen)
  if (!found) return { ...listed, is_chosen: false }
  const may_be_promoted = codes.length > 0 || (await hasAutomaticPromotions(container))
  await chooseShippingOptionWorkflow(container).run({
    input: { cart, option: found.option, codes, may_be_promoted },
  })
  return { ...listed, is_chosen: true }
}

async function readCart(container: MedusaContainer, id: string): Promise<ProfiledCart> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph(
    { entity: "cart", fields: DELIVERED_FIELDS, filters: { id } },
    { throwIfKeyNotFound: true }
  )
  return data[0] as unknown as ProfiledCart
}

/** Deletes a cart that is no longer used. */
export async function deleteUnusedCart(container: MedusaContainer, cart_id: string | null): Promise<void> {
  if (cart_id) await container.resolve(Modules.CART).softDeleteCarts([cart_id])
}

function emptyQuote({ currency }: Market, notices: readonly Notice[]): Quote {
  const nothing = { subtotal: 0, items_discount: 0, discount: 0, fulfillment: 0, tax: 0, total: 0 }
  return { ...nothing, currency, lines: [], discounts: [], options: [], needs_delivery: false, notices }
}

type Typed = ReadonlyMap<string, TypedPromotion>

function quoteOf(
  basket: Basket,
  options: readonly QuotedOption[],
  typed: Typed,
  notices: readonly Notice[]
): Quote {
  const { lines, reductions, ...totals } = totalsOf(basket.priced)
  return {
    ...totals,
    currency: basket.priced.currency,
    lines: basket.lines.map(({ mark, thumbnail, ...line }, n) => ({
      id: mark,
      ...line,
      image_url: thumbnail && WEB_URL.test(thumbnail) ? thumbnail : null,
      ...(lines[n] ?? { subtotal: 0, discount: 0, total: 0 }),
    })),
    discounts: discountsOf(reductions, basket, typed),
    options,
    needs_delivery: basket.needs_delivery,
    notices: [...notices, ...amountNotices(totals.total, basket)],
  }
}

/** The reason why the total cannot be an amount of a payment, if there is one. */
function amountNotices(total: number, { is_free }: Basket): Notice[] {
  if (total > MOST_PAYABLE) return [{ code: "too_much_to_pay" }]
  return total === 0 && !is_free ? [{ code: "too_little_to_pay" }] : []
}

/** Images embedded as `data:` URLs are too long for a response. */
const WEB_URL = /^https?:/

function discountsOf(
  reductions: BasketTotals["reductions"],
  { promotions }: Basket,
  typed: Typed
): QuotedDiscount[] {
  return reductions.flatMap(({ promotion_id, amount, allocations }) => {
    const promotion = promotions.find(({ id }) => id === promotion_id)
    if (!promotion) return []
    const { code, is_automatic, method } = promotion
    const isTyped = !is_automatic && typed.has(code.toLowerCase())
    return { code: isTyped ? code : null, title: code, amount, method, allocations }
  })
}

/** The reasons why requested promotion codes do not apply. */
function codeNotices(
  codes: readonly string[],
  typed: Typed,
  { promotions }: Basket,
  isDelivered: boolean
): Notice[] {
  return codes.flatMap((code, index): Notice[] => {
    const name = code.toLowerCase()
    const promotion = typed.get(name)
    if (!promotion) return [{ code: "discount_code_invalid", index }]
    if (codes.findIndex((other) => other.toLowerCase() === name) < index)
      return [{ code: "discount_code_already_applied", index }]
    if (!promotion.is_running) return [{ code: "discount_code_expired", index }]
    const isApplied = promotions.some((one) => one.code === promotion.code)
    const isEarly = promotion.is_for_delivery && !isDelivered
    return isApplied || isEarly ? [] : [{ code: "discount_code_user_ineligible", index }]
  })
}
