import { appliesTo, type ConfiguredRoute, type PaidIn } from "./payment-route"

/** The name of the account that the option `bank` configures. */
export const DEFAULT_ACCOUNT = "default"

/**
 * The account at which a new payment is made: that of the first route `bank` for its region and currency, otherwise that of
 * the first such route that names its currency, otherwise the default account. A stored payment keeps its account, so this is
 * never evaluated again for it.
 */
export function accountAt(routes: readonly ConfiguredRoute[], paid: PaidIn): string {
  const ofBank = routes.filter(({ route }) => route === "bank")
  const route = ofBank.find((one) => appliesTo(one, paid)) ?? ofBank.find((one) => names(one, paid))
  return route?.bank ?? DEFAULT_ACCOUNT
}

const names = ({ currencies = [] }: ConfiguredRoute, { currency }: PaidIn) => currencies.includes(currency)
