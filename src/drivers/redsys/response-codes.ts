import type { Decline } from "../../domain/settlement"

/**
 * What a response code of Redsys means for the call:
 * - `approved`: executed.
 * - `declined`: not executed, final for this attempt. `is_card_dead` if no charge of this card can succeed any more.
 * - `canceled`: the customer canceled; `expired`: the customer did not pay in time.
 * - `transient`: the outcome is not known, or the same call may succeed later.
 * - `repeated`: the order number was used before, so an earlier call may have been executed. Query the bank.
 * - `configuration`: the terminal or the plugin is configured wrongly; every call fails in the same way.
 * - `rejected`: not executed, because the call contradicts the state at the bank or is invalid.
 */
export type Outcome =
  | { readonly kind: "approved" }
  | { readonly kind: "canceled" | "expired" | "transient" | "repeated" | "configuration" | "rejected" }
  | { readonly kind: "declined"; readonly decline: Decline; readonly is_card_dead: boolean }

const TEXTS = {
  card_expired: "The card has expired, or its expiry date is wrong.",
  do_not_honor: "The issuer declined the payment without giving a reason.",
  fraud_suspected: "The issuer suspects fraud.",
  insufficient_funds: "The account does not have enough money.",
  invalid_cvv: "The security code is wrong.",
  limit_exceeded: "The payment exceeds a limit of the card or the terminal.",
  sca_failed: "The customer could not be authenticated.",
  sca_required: "The issuer requires the customer to be authenticated.",
  token_revoked: "The saved card can no longer be charged.",
} as const

type DeclineCode = keyof typeof TEXTS

const DECLINES = new Map<string, DeclineCode>(
  Object.entries({
    "0101": "card_expired",
    "0102": "fraud_suspected",
    "0116": "insufficient_funds",
    "0129": "invalid_cvv",
    "0184": "sca_failed",
    "0191": "card_expired",
    "0195": "sca_required",
    "0202": "fraud_suspected",
    "9104": "sca_failed",
    "9261": "limit_exceeded",
    SIS0321: "token_revoked",
  } as const)
)

const DEAD_CARD = new Set(["0101", "0106", "0125", "0172", "0173", "0191", "0202", "SIS0321"])

const KINDS: Readonly<Record<Exclude<Outcome["kind"], "approved" | "declined" | "rejected">, string>> = {
  canceled: "9915 9929",
  expired: "9142",
  transient: "0909 0912 9912 9997 9998 9999",
  repeated: "0913 SIS0051",
  configuration:
    "0904 SIS0026 SIS0027 SIS0028 SIS0042 SIS0429 SIS0430 SIS0431 SIS0432 SIS0433 SIS0435 SIS0444",
}

const KIND_OF = new Map(
  (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
    KINDS[kind].split(" ").map((code) => [code, kind] as const)
  )
)

/** Payments and authorizations up to 0099, cancellations 0400, captures and refunds 0900. */
const APPROVED = /^(00\d\d|0400|0900)$/

/**
 * The meaning of a response code (`Ds_Response`) or an error code (`SIS…`). Response codes may lack their leading
 * zeros. An unknown response code is a decline; an unknown error code is a rejection.
 */
export function outcomeOfCode(given: string): Outcome {
  const code = /^\d{1,4}$/.test(given) ? given.padStart(4, "0") : given
  const kind = KIND_OF.get(code)
  if (kind) return { kind }
  if (APPROVED.test(code)) return { kind: "approved" }
  const decline = DECLINES.get(code) ?? (/^\d{4}$/.test(code) ? "do_not_honor" : undefined)
  if (!decline) return { kind: "rejected" }
  return { kind: "declined", decline: declineOf(decline), is_card_dead: DEAD_CARD.has(code) }
}

/** The outcome of a charge. A decline after which no charge can succeed ends the saved card, unless the card has expired. */
export function ofSavedCard(outcome: Outcome): Outcome {
  if (outcome.kind !== "declined" || !outcome.is_card_dead) return outcome
  return outcome.decline.code === "card_expired"
    ? outcome
    : { ...outcome, decline: declineOf("token_revoked") }
}

const declineOf = (code: DeclineCode): Decline => ({ code, message: TEXTS[code] })
