import type { Opening } from "../life"
import { agentReserve, agentSale } from "./agent"
import { cart } from "./cart"

/** Every way to come to a payment, one line each. */
export const OPENINGS: readonly Opening[] = [agentSale, agentReserve, cart]
