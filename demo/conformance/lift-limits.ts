import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { UNPAID_LIMIT_BOUNDS } from "../../src/domain/unpaid-limits"
import { post } from "../surfaces"

const MOST = 1_000_000_000
const UNLIMITED = { minute: null, hour: null, day: null }

/** The settings of a store that suites call at full speed, with the amounts in minor units of these currencies. */
function liftedSettings(currencies: string[]): object {
  const { hold_minutes, unverified_hold_minutes, storefront_share: _, ...limits } = UNPAID_LIMIT_BOUNDS
  const most = Object.entries({ ...limits, hold_minutes, unverified_hold_minutes })
  return {
    agents_stopped: false,
    sandbox_enabled: true,
    a2a_limits: UNLIMITED,
    ucp_limits: UNLIMITED,
    a2a_ip_allow: [],
    a2a_hours: null,
    registration: "open",
    registration_cap: 100_000,
    registration_requires_pushed: false,
    approval_required: false,
    registration_approves_sensitive: false,
    token_lifetimes: { access: 86_400 },
    duplicate_guard: { enabled: false },
    unpaid_limits: Object.fromEntries(most.map(([name, [, highest]]) => [name, highest])),
    card_mandate: {
      limits: currencies.map((currency) => ({ currency, max_per_charge: MOST, max_per_month: MOST })),
    },
    refunds: {
      customer_clients: "automatic",
      staff_clients: "immediate",
      after_fulfillment: true,
      limits: currencies.map((currency) => ({
        currency,
        max_per_refund: MOST,
        max_per_client: MOST,
        max_per_day: MOST,
      })),
    },
  }
}

/**
 * Lifts the limits of agents through the admin API, as the merchant would: calls, registrations, approvals, unpaid
 * orders, repeated purchases, refunds and mandates.
 */
export async function liftLimits(
  container: MedusaContainer,
  base_url: string,
  staff: Record<string, string>
): Promise<void> {
  const regions = await container.resolve(Modules.REGION).listRegions({}, { take: null })
  const currencies = [...new Set(regions.map(({ currency_code }) => currency_code.toUpperCase()))]
  await post(`${base_url}/admin/agentic-commerce/settings`, liftedSettings(currencies), staff)
}
