import { readRedsysMerchants, type RedsysMerchant } from "./redsys-merchants"
import { RedsysOrders } from "./redsys-orders"

/** The Redsys mode of the bank: its merchants and their orders. */
export interface Redsys {
  readonly merchants: ReadonlyMap<string, RedsysMerchant>
  readonly orders: RedsysOrders
  /** Whether the query is enabled for the merchants. */
  has_query: boolean
  /** Whether the query lists captures, refunds and voids as not finished. */
  lists_unfinished: boolean
}

/** The query as it is without a knob of the control port. */
export const USUAL_QUERY = { has_query: true, lists_unfinished: false } as const

/** Creates the Redsys mode with the merchants of the command line. Throws a StartError. */
export function createRedsys(merchants: unknown[]): Redsys {
  return { merchants: readRedsysMerchants(merchants), orders: new RedsysOrders(), ...USUAL_QUERY }
}
