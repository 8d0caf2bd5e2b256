import type { Payment } from "../../api/payments"
import type { Text } from "../../i18n/use-text"

/** Through what a payment is made: its route, and the providers that Medusa has recorded. */
export const routeIn = ({ route, provider_ids }: Payment, t: Text): string =>
  [t(`payments.route_${route}`), ...provider_ids].join(", ")
