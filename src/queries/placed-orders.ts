import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import type { StoredAddress } from "../domain/postal-address"
import { type ReturnRow, returnsOf } from "./goods-returns"
import { type LineRow, linesOf } from "./order-lines"

/** Under which name an order's metadata say who has canceled it: `{id, reason}`, the id of the agent's request. */
export const CANCEL_MARK = "gw_cancel"

/** How many of a line, by its mark. */
export interface LinePart {
  readonly mark: string
  readonly quantity: number
}

/** A line of an order, by the mark it was put into the cart with. */
export interface PlacedLine {
  readonly mark: string
  readonly requires_shipping: boolean
  readonly quantity: number
  readonly shipped: number
  /** What came back. */
  readonly returned: number
}

/** A parcel, or what is handed over in another way. */
export interface Parcel {
  readonly id: string
  readonly shipped_at: Date | string | null
  readonly delivered_at: Date | string | null
  readonly canceled_at: Date | string | null
  readonly tracking: { readonly tracking_number: string; readonly tracking_url: string } | null
  readonly parts: readonly LinePart[]
}

/** Goods the buyer sends back. */
export interface GoodsReturn {
  readonly id: string
  readonly status: string
  readonly at: Date | string
  /** When all of it had arrived. */
  readonly received_at: Date | null
  readonly parts: readonly LinePart[]
}

/** An order as Medusa has it. */
export interface PlacedOrder {
  readonly id: string
  readonly status: string
  readonly canceled_at: Date | string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly shipping_address: (StoredAddress & { readonly company?: string | null }) | null
  readonly lines: readonly PlacedLine[]
  readonly parcels: readonly Parcel[]
  readonly returns: readonly GoodsReturn[]
}

/** Whether an order was canceled, and perhaps put away since. */
export const isCanceled = ({ status, canceled_at }: Cancelable): boolean =>
  status === "canceled" || Boolean(canceled_at)

interface Cancelable {
  readonly status: string
  readonly canceled_at?: Date | string | null
}

type Amount = Parameters<typeof MathBN.convert>[0]

interface Row extends Omit<PlacedOrder, "lines" | "parcels" | "returns"> {
  readonly fulfillments?: readonly (Omit<Parcel, "tracking" | "parts"> & {
    readonly labels?: readonly NonNullable<Parcel["tracking"]>[]
    readonly items: readonly { readonly line_item_id: string | null; readonly quantity: Amount }[]
  })[]
}

const FIELDS = [
  ...["id", "status", "canceled_at", "metadata", "shipping_address.*"],
  ...["fulfillments.id", "fulfillments.shipped_at", "fulfillments.delivered_at", "fulfillments.canceled_at"],
  ...["fulfillments.labels.*", "fulfillments.items.line_item_id", "fulfillments.items.quantity"],
]

/** Orders by Medusa's ids: however many there are, in as many statements as one. */
export async function placedOrders(
  container: MedusaContainer,
  ids: readonly string[]
): Promise<Map<string, PlacedOrder>> {
  if (!ids.length) return new Map()
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { id: [...ids] }
  const [{ data }, lines, returns] = await Promise.all([
    query.graph({ entity: "order", fields: FIELDS, filters }),
    linesOf(container, ids),
    returnsOf(container, ids),
  ])
  const own = <T extends { order_id: string }>(all: readonly T[], { id }: Row) =>
    all.filter(({ order_id }) => order_id === id)
  const rows = data as unknown as Row[]
  return new Map(rows.map((row) => [row.id, toPlaced(row, own(lines, row), own(returns, row))]))
}

function toPlaced(
  { fulfillments = [], ...order }: Row,
  lines: readonly LineRow[],
  returns: readonly ReturnRow[]
): PlacedOrder {
  const marks = new Map(lines.map(({ item_id, mark }) => [item_id, mark]))
  const partOf = (id: string | null, quantity: Amount): LinePart[] => {
    const mark = marks.get(id ?? "")
    return mark ? [{ mark, quantity: count(quantity) }] : []
  }
  return {
    ...order,
    lines,
    parcels: fulfillments.map(({ items, labels = [], ...parcel }) => ({
      ...parcel,
      tracking: labels[0] ?? null,
      parts: items.flatMap(({ line_item_id, quantity }) => partOf(line_item_id, quantity)),
    })),
    returns: returns.map(({ id, status, created_at, received_at, items }) => ({
      ...{ id, status, at: created_at, received_at },
      parts: items.flatMap(({ item_id, quantity }) => partOf(item_id, quantity)),
    })),
  }
}

/** Quantities are Medusa's numbers of any precision; what is sold here is sold in pieces. */
function count(amount: Amount): number {
  return MathBN.convert(amount).toNumber()
}
