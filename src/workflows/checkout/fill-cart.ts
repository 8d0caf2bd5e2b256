import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createCartWorkflow } from "@medusajs/medusa/core-flows"
import { storedAddress } from "../../domain/postal-address"
import type { Buyer, Destination, Notice, RequestedLine } from "../../modules/agent/models/session"
import { LINE_MARK } from "../../queries/checkout/baskets"
import type { Market } from "../../queries/catalog/markets"
import { pricesOf } from "../../queries/catalog/prices"
import { provinceOf } from "../../queries/checkout/provinces"
import { type Sellable, sellable } from "../../queries/checkout/sellable"
import { inventoryOf } from "../../queries/checkout/inventory"
import { RemainingStock } from "../stock/remaining-stock"
import type { CartCustomer } from "./cart-customer"

/** The contents of a cart, and its customer and address. */
export interface Filling {
  readonly market: Market
  /** The sales channels in which agents buy, in order of preference. */
  readonly channels: readonly string[]
  readonly customer: CartCustomer
  readonly buyer: Buyer
  readonly lines: readonly RequestedLine[]
  /** Promotion codes that exist in the store. */
  readonly codes: readonly string[]
  /** An address in one of the market's countries. */
  readonly destination: Destination | undefined
}

/** A Medusa cart, and notices about requested lines that it does not contain as requested. */
export interface Filled {
  /** Null when none of the lines is available. */
  readonly cart_id: string | null
  readonly notices: readonly Notice[]
}

/** A requested line that is available. */
interface Item {
  readonly line: RequestedLine
  readonly variant_id: string
  readonly quantity: number
}

/** The most units of one line, also of a variant whose stock is unlimited. */
const MOST_UNITS = 10_000

/** Another customer may buy the last item between our check of the stock and Medusa's. */
const ATTEMPTS = 3

/** Creates a cart with the available lines. Medusa computes its prices, promotions and taxes. */
export async function fillCart(container: MedusaContainer, filling: Filling): Promise<Filled> {
  const unpriced = new Set<string>()
  for (let attempt = 1; ; attempt++) {
    const { channel, items, notices } = await available(container, filling, unpriced)
    if (!channel || !items.length) return { cart_id: null, notices }
    try {
      return { cart_id: await createCart(container, filling, channel, items), notices }
    } catch (error) {
      if (!MedusaError.isMedusaError(error) || attempt === ATTEMPTS) throw error
      for (const id of await withoutPrice(container, filling.market, items)) unpriced.add(id)
    }
  }
}

async function available(container: MedusaContainer, { lines, channels }: Filling, unpriced: Set<string>) {
  const sold = await sellable(
    container,
    lines.map(({ item }) => item),
    channels
  )
  const channel = bestChannel([...sold.values()], channels)
  const items: Item[] = []
  const notices: Notice[] = []
  const take = channel && (await stockOf(container, [...sold.values()], channel))
  for (const line of lines) {
    const found = sold.get(line.item)
    const isSold = found && take && found.channels.includes(channel) && !unpriced.has(found.variant_id)
    if (!isSold) {
      notices.push({ code: "item_unavailable", item: line.item })
      continue
    }
    const { variant_id } = found
    const quantity = take(found, Math.min(line.quantity, MOST_UNITS))
    if (quantity < line.quantity)
      notices.push(
        quantity > 0
          ? { code: "quantity_adjusted", index: items.length, quantity }
          : { code: "out_of_stock", item: line.item }
      )
    if (quantity > 0) items.push({ line, variant_id, quantity })
  }
  return { channel, items, notices }
}

/** A cart has one sales channel: the one that sells most of the requested lines; on a tie the preferred one. */
function bestChannel(sold: readonly Sellable[], channels: readonly string[]): string | undefined {
  const count = (channel: string) => sold.filter((one) => one.channels.includes(channel)).length
  return [...channels].sort((a, b) => count(b) - count(a))[0]
}

/**
 * Takes units of a variant from the stock, and returns how many there are. Variants that have an inventory item in
 * common share its units.
 */
async function stockOf(container: MedusaContainer, sold: readonly Sellable[], channel: string) {
  const limited = sold.filter(({ is_unlimited }) => !is_unlimited).map(({ variant_id }) => variant_id)
  const { parts, levels } = await inventoryOf(container, limited, channel)
  const left = new RemainingStock(levels)
  return ({ variant_id, is_unlimited }: Sellable, wanted: number): number =>
    is_unlimited ? wanted : left.take(parts.get(variant_id), wanted)
}

async function createCart(
  container: MedusaContainer,
  { market, customer, buyer, codes, destination }: Filling,
  sales_channel_id: string,
  items: readonly Item[]
): Promise<string> {
  const address = destination && addressOf(await withStoreProvince(container, destination), buyer)
  const { result } = await createCartWorkflow(container).run({
    input: {
      region_id: market.region_id,
      currency_code: market.currency.toLowerCase(),
      sales_channel_id,
      ...customer.priced_for,
      promo_codes: [...codes],
      items: items.map(({ line, variant_id, quantity }) => ({
        variant_id,
        quantity,
        metadata: { [LINE_MARK]: line.id },
      })),
      ...(address && { shipping_address: address, billing_address: address }),
    },
  })
  return result.id
}

/** The destination, with its province under the name that the store's taxes and shipping options use. */
async function withStoreProvince(container: MedusaContainer, destination: Destination): Promise<Destination> {
  const { address_country, address_region } = destination
  const known =
    address_country && address_region && (await provinceOf(container, address_country, address_region))
  return known ? { ...destination, address_region: known } : destination
}

/** A postal address in Medusa's format; the buyer's name is used when it has none. */
function addressOf({ company, ...destination }: Destination, buyer: Buyer) {
  const { first_name, last_name, phone_number } = buyer
  const address = storedAddress({ first_name, last_name, phone_number, ...destination })
  return { ...address, ...(company && { company }) }
}

/** The variants without a price in the market: one of them makes Medusa reject the whole cart. */
async function withoutPrice(container: MedusaContainer, market: Market, items: readonly Item[]) {
  const ids = items.map(({ variant_id }) => variant_id)
  const prices = await pricesOf(container, ids, market)
  return ids.filter((id) => !prices.has(id))
}
