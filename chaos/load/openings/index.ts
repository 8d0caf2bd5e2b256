import type { Opening } from "../life"
import { agentAuthorization, agentSale, agentSaleSavingCard, agentSaleToApprove } from "./agent"
import { cart, digitalCart } from "./cart"
import { acpCheckout, ucpCheckout, ucpDigital, ucpFree } from "./checkout"
import { afterEdit, byLink, inApp } from "./existing"
import { savedCard } from "./saved-card"

/** All ways to start a payment. */
export const OPENINGS: readonly Opening[] = [
  agentSale,
  agentSaleSavingCard,
  agentAuthorization,
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
