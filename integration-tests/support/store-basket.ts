import { randomUUID } from "node:crypto"
import { nearestMinor } from "../../src/domain/money"
import { CUSTOMER } from "../../demo/shop/logins"
import { world } from "./world"

interface PricedRow {
  readonly is_tax_inclusive: boolean
  readonly total: number
  readonly subtotal: number
  readonly original_total: number
  readonly tax_total: number
  readonly discount_total: number
}

/** A cart as Medusa's own store API returns it, in major units. */
export interface StoreCart {
  readonly id: string
  readonly currency_code: string
  readonly total: number
  readonly tax_total: number
  readonly items: readonly (PricedRow & {
    readonly variant_id: string
    readonly unit_price: number
    readonly quantity: number
  })[]
  readonly shipping_methods: readonly PricedRow[]
}

/** The content of a basket, for any of the surfaces. */
export interface Basket {
  readonly market: { readonly region_id: string; readonly country_code: string }
  readonly lines: readonly [variant_id: string, quantity: number][]
  readonly province?: string
  readonly codes?: readonly string[]
  readonly option_id?: string | undefined
  /** The token of a logged-in customer. */
  readonly token?: string
}

const FIELDS = "*items,*items.tax_lines,*items.adjustments,*shipping_methods"

/** Creates the basket in an ordinary storefront: first the address, then the delivery, then the codes. */
export async function inStorefront({ market, lines, token, ...basket }: Basket): Promise<StoreCart> {
  const { region_id, country_code } = market
  const { cart } = await store<{ cart: StoreCart }>("POST", `/carts?fields=${FIELDS}`, token, {
    region_id,
    ...(!token && { email: `shopper-${randomUUID()}@example.com` }),
    items: lines.map(([variant_id, quantity]) => ({ variant_id, quantity })),
    shipping_address: { ...ADDRESS, country_code, province: basket.province },
  })
  const { option_id, codes } = basket
  const change = async (part: string, body: object) =>
    (await store<{ cart: StoreCart }>("POST", `/carts/${cart.id}/${part}?fields=${FIELDS}`, token, body)).cart
  const delivered = option_id ? await change("shipping-methods", { option_id }) : cart
  return codes?.length ? change("promotions", { promo_codes: codes }) : delivered
}

const ADDRESS = {
  first_name: "Ana",
  last_name: "Pop",
  address_1: "Lindenstr. 1",
  city: "Berlin",
  postal_code: "10969",
}

/** The token of the demo store's customer in a storefront. */
export async function customerToken(): Promise<string> {
  const response = await fetch(`${world().base_url}/auth/customer/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(CUSTOMER),
  })
  return ((await response.json()) as { token: string }).token
}

async function store<T>(method: string, path: string, token?: string, body?: object): Promise<T> {
  const response = await fetch(`${world().base_url}/store${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      "x-publishable-api-key": world().shop.publishable_key,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/**
 * The amounts of a Medusa cart in minor units as UCP reports them, including tax where the price includes it:
 * exact except for the total and the unit prices, which are rounded.
 */
export function amountsOf({ currency_code, total, items, shipping_methods }: StoreCart) {
  const unit = 10 ** exponent(currency_code)
  const sum = <Row extends PricedRow>(rows: readonly Row[], amount: (row: Row) => number) =>
    rows.reduce((all, row) => all + amount(row) * unit, 0)
  const before = (row: PricedRow) => (row.is_tax_inclusive ? row.original_total : row.subtotal)
  const after = (row: PricedRow) => (row.is_tax_inclusive ? row.total : row.total - row.tax_total)
  const all = [...items, ...shipping_methods]
  const exact = {
    subtotal: sum(items, before),
    discount: sum(all, (row) => before(row) - after(row)),
    fulfillment: sum(shipping_methods, before),
    tax: sum(all, (row) => (row.is_tax_inclusive ? 0 : row.tax_total)),
  }
  const currency = currency_code.toUpperCase()
  return {
    exact,
    total: nearestMinor(decimal(total), currency),
    units: items.map(({ unit_price }) => nearestMinor(decimal(unit_price), currency)),
  }
}

/** The number as text without an exponent. */
const decimal = (amount: number) => amount.toFixed(10)

const EXPONENTS: Record<string, number> = { jpy: 0, kwd: 3 }
const exponent = (currency: string) => EXPONENTS[currency] ?? 2
