import { AsyncLocalStorage } from "node:async_hooks"
import { appendFileSync, readFileSync } from "node:fs"

/**
 * The steps of a settlement, in order. The crash test kills the store at each of them, and fails for a step
 * that is never reached.
 */
export const SETTLEMENT_STEPS = [
  "event_stored",
  "payment_locked",
  "snapshot_applied",
  "effects_recorded",
  "snapshot_committed",
  "effect_leased",
  "order_settled",
  "order_announced",
  "effect_done",
  "task_mirrored",
  "effect_committed",
  "event_processed",
] as const

/** Additional steps for the order of a cart. */
export const PLACEMENT_STEPS = ["cart_marked", "cart_completed"] as const

/** Steps of creating a payment. */
export const CREATION_STEPS = ["task_begun", "payment_prepared", "order_attached", "payment_opened"] as const
/** Steps of canceling an order: Medusa has canceled it, and the rest of the cancellation may be missing. */
export const CANCELLATION_STEPS = ["order_canceled"] as const

/** Steps of a bank call that moves money. */
export const OPERATION_STEPS = ["operation_begun", "operation_executed"] as const

/** Steps of saving a card. */
export const CARD_STEPS = ["card_prepared", "card_opened"] as const
/** Steps of applying a bank update about a card. */
export const TOKEN_STEPS = ["event_stored", "token_applied", "token_committed", "event_processed"] as const
/** Steps of a merchant-initiated charge. */
export const CHARGE_STEPS = ["charge_placed", "bank_answered", "snapshot_committed", "order_settled"] as const

/** Steps between the merchant's approval and its payment. */
export const APPROVAL_STEPS = ["payment_approved"] as const

/** Steps between the merchant's approval and its refund. */
export const REFUND_APPROVAL_STEPS = ["refund_approved"] as const

/** Steps of a capture, void or refund by staff. */
export const MOVEMENT_STEPS = ["movement_requested", "movement_made"] as const
/** Steps of an erasure. */
export const ERASURE_STEPS = ["erasure_begun", "erasure_made", "erasure_committed"] as const

/** Steps of completing an agent's checkout. */
export const CHECKOUT_STEPS = [
  "attempt_begun",
  "payment_prepared",
  "cart_completed",
  "order_attached",
  "order_placed",
  "bank_answered",
] as const

/** Steps of opening the store's page for a checkout's payment, after `order_placed`. */
export const PAGE_STEPS = ["page_session_created"] as const
/** Steps of charging a credential on that page, after `page_session_created`. */
export const CREDENTIAL_STEPS = ["credential_charged"] as const

/** Steps of paying an existing order. */
export const EXISTING_ORDER_STEPS = ["payment_prepared", "bank_answered", "payment_opened"] as const
/** Steps of refunding a payment for an existing order without an outstanding amount. */
export const UNUSABLE_PAYMENT_STEPS = ["session_forgotten", "operation_executed"] as const
/** Steps of a free order. */
export const FREE_ORDER_STEPS = [
  ...(["attempt_begun", "payment_prepared", "effect_leased"] as const),
  ...PLACEMENT_STEPS,
  ...(["order_settled", "order_announced", "effect_done", "task_mirrored", "effect_committed"] as const),
] as const

type Listed<List extends readonly string[]> = List[number]
export type Step =
  | Listed<typeof SETTLEMENT_STEPS>
  | Listed<typeof PLACEMENT_STEPS>
  | Listed<typeof CREATION_STEPS>
  | Listed<typeof CANCELLATION_STEPS>
  | Listed<typeof OPERATION_STEPS>
  | Listed<typeof CARD_STEPS>
  | Listed<typeof TOKEN_STEPS>
  | Listed<typeof CHARGE_STEPS>
  | Listed<typeof APPROVAL_STEPS>
  | Listed<typeof REFUND_APPROVAL_STEPS>
  | Listed<typeof MOVEMENT_STEPS>
  | Listed<typeof ERASURE_STEPS>
  | Listed<typeof CHECKOUT_STEPS>
  | Listed<typeof PAGE_STEPS>
  | Listed<typeof CREDENTIAL_STEPS>
  | Listed<typeof EXISTING_ORDER_STEPS>
  | Listed<typeof UNUSABLE_PAYMENT_STEPS>

/**
 * A step at which a test can stop the store. `subjects` are the ids of the records in progress: a payment, a
 * card, a task. Two consecutive steps of a flow share an id, so that a frozen flow is recognized later.
 *
 * The file at `GW_FAILPOINT_FILE` has one line or none:
 * - `kill <step> [<subject> …]`: the process ends at this step with SIGKILL, as in a power failure.
 * - `hold <step> <nonce> [<subject> …]`: the first flow that reaches this step is frozen. It never continues,
 *   neither here nor at a later step, and the line `<step> <nonce> <subjects>` is appended to `<file>.held`.
 *   Each nonce freezes one flow.
 *
 * If the line has subjects, it stops only a flow with one of them. In production, or without the variable, no
 * file is read and nothing is stopped.
 */
export function reached(step: Step, ...subjects: (string | null | undefined)[]): Promise<void> | undefined {
  const file = process.env.GW_FAILPOINT_FILE
  if (!file || process.env.NODE_ENV === "production") return undefined
  const names = subjects.filter((subject) => typeof subject === "string")
  if (!names.some((name) => frozen.has(name)) && !isStopped(file, step, names)) return undefined
  for (const name of names) frozen.add(name)
  leaving.getStore()?.()
  return new Promise(() => undefined)
}

const frozen = new Set<string>()
const used = new Set<string>()

/** Whether the flow must be frozen at this step. Does not return if the process is killed. */
function isStopped(file: string, step: Step, names: readonly string[]): boolean {
  const [order, at, ...words] = readFileSync(file, "utf8").trim().split(" ")
  if (at !== step) return false
  const [nonce = "", ...wanted] = order === "hold" ? words : ["", ...words]
  if (wanted.length && !wanted.some((name) => names.includes(name))) return false
  if (order === "kill") process.kill(process.pid, "SIGKILL")
  if (order !== "hold" || used.has(nonce)) return false
  used.add(nonce)
  appendFileSync(`${file}.held`, `${[step, nonce, ...names].join(" ")}\n`)
  return true
}

/** Whether a flow of this process is frozen. */
export const isAnyFrozen = (): boolean => frozen.size > 0

const leaving = new AsyncLocalStorage<() => void>()

/** Runs some work. Also resolves when the work is frozen, so that a frozen flow does not block a worker. */
export function untilFrozen(work: () => Promise<void>): Promise<void> {
  if (!process.env.GW_FAILPOINT_FILE) return work()
  return new Promise((resolve, reject) => leaving.run(resolve, () => work().then(resolve, reject)))
}
