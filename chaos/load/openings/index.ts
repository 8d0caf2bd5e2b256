import type { Opening } from "../life"
import { agentReserve, agentSale, agentSaleKeepingCard, agentSaleToApprove } from "./agent"
import { cart, digitalCart } from "./cart"
import { acpCheckout, ucpCheckout, ucpDigital, ucpFree } from "./checkout"
import { afterEdit, byLink, inApp } from "./existing"
import { savedCard } from "./saved-card"

/** Every way to come to a payment, one line each. */
export const OPENINGS: readonly Opening[] = [
  agentSale,
  agentSaleKeepingCard,
  agentReserve,
  agentSaleToApprove,
  savedCard,
  cart,
  digitalCart,
  ucpCheckout,
  ucpDigital,
  ucpFree,
  acpCheckout,
  inApp,
  byLink,
  afterEdit,
]
