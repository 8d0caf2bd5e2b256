import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import type { Priced, PricedBasket } from "../../domain/basket-totals"
import { exponentOf } from "../../domain/money"
import { decimalOf, toMinorUnits } from "../../lib/minor-units"

/** A line of a cart with its title. */
export interface BasketLine {
  /**
   * The id of the session's line, from the cart line's metadata (`LINE_MARK`); the cart line's own id if it has
   * none.
   */
  readonly mark: string
  readonly variant_id: string
  readonly title: string
  readonly thumbnail: string | null
  readonly quantity: number
  /** The unit price, tax-inclusive or tax-exclusive as the store defines it, in minor units. */
  readonly unit_price: number
}

/** A promotion that applies to a cart. */
export interface BasketPromotion {
  readonly id: string
  readonly code: string
  readonly is_automatic: boolean
  /** Whether it is calculated for each line or across all lines. */
  readonly method: "each" | "across"
}

/** The metadata key with the id of the session's line, on a cart line and on the order line made from it. */
export const LINE_MARK = "gw_line_id"

/** A cart with Medusa's prices. */
export interface Basket {
  readonly priced: PricedBasket
  readonly lines: readonly BasketLine[]
  readonly promotions: readonly BasketPromotion[]
  /** Whether any line requires shipping. */
  readonly needs_delivery: boolean
  /** Whether the total is exactly 0. A total that only rounds to 0 still needs a payment in Medusa. */
  readonly is_free: boolean
}

type Amount = Parameters<typeof MathBN.convert>[0]

interface Item {
  readonly id: string
  readonly unit_price: Amount
  readonly quantity: Amount
  readonly is_tax_inclusive: boolean
  readonly total: Amount
  readonly subtotal: Amount
  readonly discount_subtotal: Amount
  readonly tax_total: Amount
  readonly adjustments?: readonly ({ promotion_id: string | null; amount: Amount } | null)[]
}

type LineItem = Item &
  Pick<BasketLine, "variant_id" | "title" | "thumbnail"> & {
    readonly product_title: string | null
    readonly variant_title: string | null
    readonly requires_shipping: boolean
    readonly metadata: Readonly<Record<string, unknown>> | null
  }

type ShippingMethod = Omit<Item, "unit_price" | "quantity"> & { readonly amount: Amount }

interface ApplicationMethod {
  readonly target_type: string
  readonly allocation: string | null
}

interface Cart {
  readonly currency_code: string
  readonly total: Amount
  readonly items: readonly LineItem[]
  readonly shipping_methods: readonly ShippingMethod[]
  readonly promotions: readonly ({
    id: string
    code: string
    is_automatic: boolean
    application_method: ApplicationMethod
  } | null)[]
}

const FIELDS = [
  "currency_code",
  "total",
  "items.*",
  "items.adjustments.*",
  "items.tax_lines.*",
  "shipping_methods.*",
  "shipping_methods.adjustments.*",
  "shipping_methods.tax_lines.*",
  "promotions.id",
  "promotions.code",
  "promotions.is_automatic",
  "promotions.application_method.target_type",
  "promotions.application_method.allocation",
]

/** A cart with current prices and its lines in the order of these marks. Undefined if there is no such cart. */
export async function basketOf(
  container: MedusaContainer,
  cart_id: string,
  marks: readonly string[]
): Promise<Basket | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "cart", fields: FIELDS, filters: { id: cart_id } })
  const cart = data[0] as unknown as Cart | undefined
  // Medusa returns the lines in no particular order.
  const place = (item: LineItem) => marks.indexOf(markOf(item))
  return cart && basketIn({ ...cart, items: [...cart.items].sort((a, b) => place(a) - place(b)) })
}

/** Totals below this part of a minor unit are rounding errors in Medusa's arithmetic. */
const ROUNDING_TOLERANCE = 1e-6

const markOf = ({ id, metadata }: LineItem) => String(metadata?.[LINE_MARK] ?? id)

function basketIn(cart: Cart): Basket {
  const currency = cart.currency_code.toUpperCase()
  const promotions = cart.promotions.flatMap((promotion) => promotion ?? [])
  const all = [...cart.items, ...cart.shipping_methods]
  const isForItems = (one: (typeof promotions)[number]) => one.application_method.target_type === "items"
  return {
    priced: {
      currency,
      total: decimalOf(cart.total),
      lines: cart.items.map((item) => priced(item, MathBN.mult(item.unit_price, item.quantity))),
      shipping: cart.shipping_methods.map((method) => priced(method, method.amount)),
      tax: decimalOf(
        MathBN.sum(0, ...all.filter((one) => !one.is_tax_inclusive).map((one) => one.tax_total))
      ),
      item_promotions: new Set(promotions.filter(isForItems).map(({ id }) => id)),
    },
    lines: cart.items.map((item) => lineOf(item, currency)),
    promotions: promotions.map(({ id, code, is_automatic, application_method }) => ({
      id,
      code,
      is_automatic,
      method: isAcross(application_method) ? "across" : "each",
    })),
    needs_delivery: cart.items.some((item) => item.requires_shipping),
    is_free: MathBN.lt(cart.total, ROUNDING_TOLERANCE / 10 ** exponentOf(currency)),
  }
}

/** A promotion on the order is divided among its lines, regardless of its allocation. */
function isAcross({ target_type, allocation }: ApplicationMethod): boolean {
  return target_type === "order" || allocation === "across"
}

/** Amounts before and after discounts, tax-inclusive if the price is tax-inclusive. */
function priced(item: Omit<Item, "unit_price" | "quantity">, price: Amount): Priced {
  const { is_tax_inclusive, total, subtotal, discount_subtotal, adjustments = [] } = item
  return {
    price: decimalOf(price),
    total: decimalOf(is_tax_inclusive ? total : MathBN.sub(subtotal, discount_subtotal)),
    discounts: adjustments.flatMap((one) =>
      one?.promotion_id ? [{ promotion_id: one.promotion_id, amount: decimalOf(one.amount) }] : []
    ),
  }
}

function lineOf(item: LineItem, currency: string): BasketLine {
  const { variant_id, product_title, title, variant_title, thumbnail } = item
  return {
    mark: markOf(item),
    variant_id,
    title: titleOf(product_title ?? title, variant_title),
    thumbnail,
    quantity: MathBN.convert(item.quantity).toNumber(),
    unit_price: toMinorUnits(item.unit_price, currency),
  }
}

/** The variant's title is omitted if it repeats the product's title or is Medusa's placeholder. */
function titleOf(product: string, variant: string | null): string {
  return !variant || variant === product || variant === "Default variant" ? product : `${product}, ${variant}`
}
