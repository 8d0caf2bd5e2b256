import type { Opening } from "../life"
import { agentReserve, agentSale, agentSaleKeepingCard } from "./agent"
import { cart } from "./cart"
import { keptCard } from "./kept-card"

/** Every way to come to a payment, one line each. */
export const OPENINGS: readonly Opening[] = [agentSale, agentSaleKeepingCard, agentReserve, keptCard, cart]
