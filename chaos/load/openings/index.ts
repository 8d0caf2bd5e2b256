import type { Opening } from "../purchase"
import { agentAuthorization, agentSale, agentSaleSavingCard, agentSaleToApprove } from "./agent"
import { cart, digitalCart } from "./cart"
import { acpCheckout, ucpCheckout, ucpCustomer, ucpDigital, ucpFree, ucpRepriced, ucpTwice } from "./checkout"
import { afterEdit, byLink, inApp } from "./existing"
import { savedCard, savedCardAtLimit } from "./saved-card"

/** All ways to start a payment. */
export const OPENINGS: readonly Opening[] = [
  agentSale,
  agentSaleSavingCard,
  agentAuthorization,
  agentSaleToApprove,
  savedCard,
  savedCardAtLimit,
  cart,
  digitalCart,
  ucpCheckout,
  ucpDigital,
  ucpFree,
  ucpCustomer,
  ucpTwice,
  ucpRepriced,
  acpCheckout,
  inApp,
  byLink,
  afterEdit,
]
