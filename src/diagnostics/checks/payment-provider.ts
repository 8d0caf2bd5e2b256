import { PAYMENT_PROVIDER_ID } from "../../domain/payment-route"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"

/**
 * Whether customers can pay through the bank: the payment provider is registered, and a region offers it. A store whose
 * checkouts all take other routes needs no such region, so that is only a warning. No result for a store without a bank.
 */
export const paymentProvider: Check = {
  name: "payment provider",
  async run({ options: { bank, payment_routes }, query }) {
    if (!bank) return []
    const [provider] = await query<{ is_enabled: boolean }>(
      "select is_enabled from payment_provider where id = $1",
      [PAYMENT_PROVIDER_ID]
    )
    if (!provider?.is_enabled)
      return [
        problem(
          `${PAYMENT_PROVIDER_ID} is not among the store's payment providers`,
          'Register "medusa-plugin-agentic-gateway/providers/payment-bank" with the id bank in medusa-config, and start the store.',
          { code: "missing" }
        ),
      ]
    const regions = await query<{ name: string }>(
      `select r.name from region r join region_payment_provider p on p.region_id = r.id
       where p.payment_provider_id = $1 and p.deleted_at is null and r.deleted_at is null order by r.name`,
      [PAYMENT_PROVIDER_ID]
    )
    const names = regions.map(({ name }) => name).join(", ")
    if (names) return [ok(`is offered in ${names}`, { code: "offered", data: { regions: names } })]
    return [payment_routes.some(({ route }) => route === "bank") ? NOT_OFFERED : NOT_OFFERED_FOR_A2A]
  },
}

const NOT_OFFERED: CheckResult = problem(
  `no region offers ${PAYMENT_PROVIDER_ID}`,
  "Add it to a region: admin, Settings, Regions, Payment Providers.",
  { code: "not_offered" }
)

const NOT_OFFERED_FOR_A2A: CheckResult = warning(
  `no region offers ${PAYMENT_PROVIDER_ID}: checkouts take other routes, but A2A payments need it`,
  "Add it to a region if agents pay over A2A: admin, Settings, Regions, Payment Providers.",
  { code: "not_offered_for_a2a" }
)
