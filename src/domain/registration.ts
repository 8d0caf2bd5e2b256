/** Whether a client can be registered by any caller, only with the merchant's registration token, or not at all. */
export const REGISTRATIONS = ["open", "initial_access_token", "closed"] as const

/** How many registered clients without a consent a store keeps at one time, unless the merchant changes it. */
export const DEFAULT_REGISTRATION_CAP = 1000

/** The bounds of that number. */
export const REGISTRATION_CAP_BOUNDS = [1, 100_000] as const

/** The merchant's rules that decide whether a new assistant can connect by itself. */
export interface RegistrationRules {
  readonly registration: (typeof REGISTRATIONS)[number]
  readonly registration_requires_pushed: boolean
  readonly approval_required: boolean
}

/** Why a new assistant cannot connect by itself. */
export type RegistrationBarrier = "closed" | "initial_access_token" | "pushed_only" | "approval"

/**
 * What keeps new assistants from connecting by themselves; empty if nothing does. While registration is closed, no other rule
 * is named, because new assistants do not get that far.
 */
export function registrationBarriers(rules: RegistrationRules): RegistrationBarrier[] {
  if (rules.registration === "closed") return ["closed"]
  return [
    ...(rules.registration === "open" ? [] : [rules.registration]),
    ...(rules.registration_requires_pushed ? (["pushed_only"] as const) : []),
    ...(rules.approval_required ? (["approval"] as const) : []),
  ]
}
