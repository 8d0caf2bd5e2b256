import { problem } from "../../../domain/errors"
import { hasStripePage } from "../../../domain/payment-pages"
import type { Credential } from "../../../domain/payment-pages/credential"
import { cardTokenIn, googlePayParameters } from "../../../domain/payment-pages/stripe-wallet"
import type { PaidIn } from "../../../domain/payment-route"
import type { Call } from "../../../gateway/call"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { GatewayOptions } from "../../../options"
import type { InstrumentBody } from "../session/session-body"

/** The name of Google's payment handler. */
export const GOOGLE_PAY = "com.google.pay"

/** The id that an instrument of Google Pay names in `handler_id`. */
export const GOOGLE_PAY_ID = "google_pay"

/** The version of Google's specification, and where it is. */
const VERSION = "2026-01-23"
const SPECIFICATION = `https://pay.google.com/gp/p/ucp/${VERSION}/`

/** The links of the specification and of the configuration's schema. */
export const GOOGLE_PAY_DOCUMENTS = { spec: SPECIFICATION, schema: `${SPECIFICATION}schemas/config.json` }

/** The networks whose cards Stripe accepts through Google Pay. */
const NETWORKS = ["AMEX", "DISCOVER", "JCB", "MASTERCARD", "VISA"] as const

/**
 * The handler of Google Pay, in Google's format, for a store that has switched it on and has a route on whose page Stripe
 * takes the payment: with `paid`, if that is the route of this payment. Otherwise undefined.
 */
export function googlePayHandler(call: Call, paid?: PaidIn): object | undefined {
  const { google_pay, stripe_publishable_key: key, payment_routes } = optionsOf(call)
  if (!google_pay || !key || !hasStripePage(payment_routes, paid)) return undefined
  const { merchant_id, merchant_name, environment } = google_pay
  return {
    id: GOOGLE_PAY_ID,
    version: VERSION,
    available_instruments: [{ type: "card" }],
    config: {
      api_version: 2,
      api_version_minor: 0,
      environment,
      merchant_info: { merchant_id, ...(merchant_name && { merchant_name }) },
      allowed_payment_methods: [
        {
          type: "CARD",
          parameters: { allowed_auth_methods: ["PAN_ONLY"], allowed_card_networks: NETWORKS },
          tokenization_specification: { type: "PAYMENT_GATEWAY", parameters: googlePayParameters(key) },
        },
      ],
    },
  }
}

/**
 * The credential of an instrument of Google Pay. Throws `invalid_params`, without the token, if the instrument has none, or
 * another one than Stripe's token of a card.
 */
export function googlePayCredential({ credential, save_card }: InstrumentBody, path: string): Credential {
  if (save_card) throw invalid(`${path}.save_card`, "must be false: cards of Google Pay are not saved")
  if (credential?.type !== "PAYMENT_GATEWAY")
    throw invalid(`${path}.credential.type`, "must be PAYMENT_GATEWAY for Google Pay")
  const token = cardTokenIn(credential.token ?? "")
  if (token) return { kind: "card_token", token }
  throw invalid(
    `${path}.credential.token`,
    "must be the token that Google Pay has returned for the gateway stripe: JSON with Stripe's token of a card"
  )
}

const optionsOf = ({ container }: Call): GatewayOptions => container.resolve<BankService>(BANK_MODULE).options

const invalid = (path: string, message: string) => problem("invalid_params", { issues: [{ path, message }] })
