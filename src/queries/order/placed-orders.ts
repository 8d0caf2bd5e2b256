import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { StoredAddress } from "../../domain/postal-address"
import { type ReturnRow, returnsOf } from "./returns"
import { type LineRow, linesOf } from "./order-lines"
import { type ParcelRow, parcelsOf } from "./parcels"

/** The metadata key for an agent's cancellation: `{id, reason}`, with the id of the agent's request. */
export const CANCEL_MARK = "gw_cancel"

/** A quantity of a line, by the line's mark. */
export interface LinePart {
  readonly mark: string
  readonly quantity: number
}

/** A line of an order, by the line's mark. */
export interface PlacedLine {
  readonly mark: string
  readonly requires_shipping: boolean
  readonly quantity: number
  readonly shipped: number
  /** The returned quantity. */
  readonly returned: number
}

/** A fulfillment. */
export interface Parcel extends Omit<ParcelRow, "order_id" | "items"> {
  readonly parts: readonly LinePart[]
}

/** A return. */
export interface GoodsReturn {
  readonly id: string
  readonly status: string
  readonly at: Date | string
  /** When all items had arrived. */
  readonly received_at: Date | null
  readonly parts: readonly LinePart[]
}

/** An order in Medusa, with its lines, fulfillments and returns. */
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

/** Whether an order was canceled, even if it was archived afterwards. */
export const isCanceled = ({ status, canceled_at }: Cancelable): boolean =>
  status === "canceled" || Boolean(canceled_at)

interface Cancelable {
  readonly status: string
  readonly canceled_at?: Date | string | null
}

type Row = Omit<PlacedOrder, "lines" | "parcels" | "returns">

const FIELDS = ["id", "status", "canceled_at", "metadata", "shipping_address.*"]

/** Orders by Medusa's ids. The number of statements does not depend on the number of orders. */
export async function placedOrders(
  container: MedusaContainer,
  ids: readonly string[]
): Promise<Map<string, PlacedOrder>> {
  if (!ids.length) return new Map()
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { id: [...ids] }
  const [{ data }, lines, parcels, returns] = await Promise.all([
    query.graph({ entity: "order", fields: FIELDS, filters }),
    linesOf(container, ids),
    parcelsOf(container, ids),
    returnsOf(container, ids),
  ])
  const own = <T extends { order_id: string }>(all: readonly T[], { id }: Row) =>
    all.filter(({ order_id }) => order_id === id)
  const rows = data as unknown as Row[]
  return new Map(
    rows.map((row) => [row.id, toPlaced(row, own(lines, row), own(parcels, row), own(returns, row))])
  )
}

function toPlaced(
  order: Row,
  lines: readonly LineRow[],
  parcels: readonly ParcelRow[],
  returns: readonly ReturnRow[]
): PlacedOrder {
  const marks = new Map(lines.map(({ item_id, mark }) => [item_id, mark]))
  const partsOf = ({ items }: ParcelRow | ReturnRow): LinePart[] =>
    items.flatMap(({ item_id, quantity }) => {
      const mark = marks.get(item_id)
      return mark ? [{ mark, quantity }] : []
    })
  return {
    ...order,
    lines,
    parcels: parcels.map((parcel) => {
      const { id, shipped_at, delivered_at, canceled_at, tracking } = parcel
      return { id, shipped_at, delivered_at, canceled_at, tracking, parts: partsOf(parcel) }
    }),
    returns: returns.map((one) => {
      const { id, status, created_at: at, received_at } = one
      return { id, status, at, received_at, parts: partsOf(one) }
    }),
  }
}
