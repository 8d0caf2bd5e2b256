import type { KnownPage, SessionData } from "./payment-page"
import { redirectPage, valueAt } from "./redirect"

/**
 * PayPal's page. The session's data is the order of PayPal's Orders API v2, or has the address in `approval_url`. The customer
 * only approves the order: it is charged when Medusa records it, so an order that is not recorded needs no end at PayPal.
 */
export const paypal: KnownPage = {
  ...redirectPage({
    name: "PayPal",
    hosts: ["paypal.com"],
    urlIn: (data) => linkIn(data) ?? data.approval_url,
    capturesAtOnce: ({ intent = "CAPTURE" }) => String(intent).toUpperCase() === "CAPTURE",
    made: ["captured", "authorized"],
    confirms_end: false,
  }),
  serves: (provider_id) => /^pp_paypal(-|_|$)/.test(provider_id),
}

/** The relations of PayPal's links for the customer, by PayPal's version. */
const RELATIONS: readonly unknown[] = ["payer-action", "approve"]

function linkIn({ links }: SessionData): unknown {
  const all: readonly unknown[] = Array.isArray(links) ? links : []
  return valueAt(
    all.find((link) => RELATIONS.includes(valueAt(link, "rel"))),
    "href"
  )
}
