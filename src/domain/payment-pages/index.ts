import type { PaymentPage } from "./payment-page"
import { stripe } from "./stripe"

/** Every page by its name. A new one is a file here, its HTML in `surfaces/bank`, and a line in both registries. */
export const PAYMENT_PAGES = { stripe } as const satisfies Readonly<Record<string, PaymentPage>>
export type PageName = keyof typeof PAYMENT_PAGES

/** The name of the page of a provider, by the provider's id in Medusa. Undefined if the plugin has none. */
export function pageNameOf(provider_id: string): PageName | undefined {
  const names = Object.keys(PAYMENT_PAGES) as PageName[]
  return names.find((name) => PAYMENT_PAGES[name].serves(provider_id))
}

/** The page of a provider. Undefined if the plugin has none. */
export function pageOf(provider_id: string): PaymentPage | undefined {
  const name = pageNameOf(provider_id)
  return name && PAYMENT_PAGES[name]
}
