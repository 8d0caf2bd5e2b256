import type { Payment } from "../../api/payments"
import type { Text } from "../../i18n/use-text"

/** Through what a payment is made: its route, and the providers that Medusa has recorded. Undefined if nothing is paid. */
export function routeIn(
  { route, provider_ids, display_status }: Pick<Payment, "route" | "provider_ids" | "display_status">,
  t: Text
): string | undefined {
  if (display_status === "nothing_due") return undefined
  return [t(`payments.route_${route}`), ...provider_ids].join(", ")
}
