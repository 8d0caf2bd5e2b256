import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { ChargeResult, Credential } from "../../domain/payment-pages/credential"
import type { PaymentPage, SessionData } from "../../domain/payment-pages/payment-page"
import { answerWithin } from "../../lib/answer-within"
import type { ProviderSession } from "../../queries/payment/provider-sessions"
import { chargeAtStripe } from "./charge-at-stripe"

/** The agent waits for the answer, and the customer can continue on the page. */
const WAIT_SECONDS = 30

/** The member of Medusa's payment module that has the providers. It is private. */
interface Providers {
  readonly paymentProviderService_: { retrieveProvider(id: string): unknown }
}

type Charge = (
  provider: unknown,
  data: SessionData,
  credential: Credential,
  idempotency_key: string
) => Promise<ChargeResult>

/** How a session of each page is charged. A provider that redirects charges no credential. */
const CHARGES: Readonly<Record<PaymentPage["view"], Charge | undefined>> = {
  stripe: chargeAtStripe,
  redirect: undefined,
}

/**
 * Charges an open session with a credential, at most once. The credential is only in the call to the provider: Medusa, which
 * would store it as data of the session, does not get it. Never throws; `unknown` if the provider fails or does not answer
 * within 30 seconds.
 */
export async function chargeSession(
  container: MedusaContainer,
  { provider_id, session_id, data, page }: ProviderSession,
  credential: Credential
): Promise<ChargeResult> {
  const charge = page && CHARGES[page.view]
  if (!charge) return UNKNOWN
  const { paymentProviderService_ } = container.resolve<unknown>(Modules.PAYMENT) as Providers
  const provider = paymentProviderService_.retrieveProvider(provider_id)
  const charged = charge(provider, data, credential, `charge_${session_id}`)
  return answerWithin(WAIT_SECONDS * 1000, charged, `${provider_id} did not answer`).catch(() => UNKNOWN)
}

const UNKNOWN: ChargeResult = { outcome: "unknown" }
