import { readRedsysMerchants, type RedsysMerchant } from "./redsys-merchants"
import { RedsysOrders } from "./redsys-orders"

/** The Redsys mode of the bank: its merchants and their orders. */
export interface Redsys {
  readonly merchants: ReadonlyMap<string, RedsysMerchant>
  readonly orders: RedsysOrders
  /** Whether the query is enabled for the merchants. */
  has_query: boolean
}

/** Creates the Redsys mode with the merchants of the command line. Throws a StartError. */
export function createRedsys(merchants: unknown[]): Redsys {
  return { merchants: readRedsysMerchants(merchants), orders: new RedsysOrders(), has_query: true }
}
