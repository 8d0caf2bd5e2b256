import { bank } from "./bank"
import type { DemoProvider } from "./provider"
import { stripeDouble } from "./stripe-double"

/** Every provider by its name in `--provider`. */
export const PROVIDERS = { bank, "stripe-double": stripeDouble } as const satisfies Record<
  string,
  DemoProvider
>
export type ProviderName = keyof typeof PROVIDERS

/** The provider of that name. */
export const providerOf = (name: ProviderName): DemoProvider => PROVIDERS[name]
