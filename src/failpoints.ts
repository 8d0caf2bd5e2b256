import { AsyncLocalStorage } from "node:async_hooks"
import { appendFileSync, readFileSync } from "node:fs"

/**
 * The instants of a settlement at which a crash has its own test: one between any two steps, in their order.
 * The crash test iterates this list, and fails for a name no code reaches.
 */
export const SETTLEMENT_STEPS = [
  "event_stored",
  "payment_locked",
  "snapshot_taken",
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

/** The instants there are besides when the order is a storefront's cart's. */
export const PLACEMENT_STEPS = ["cart_marked", "cart_completed"] as const

/** The same for what comes before a settlement: a payment being made, and a call that moves money. */
export const CREATION_STEPS = ["task_begun", "payment_prepared", "order_attached", "payment_opened"] as const
export const OPERATION_STEPS = ["operation_begun", "operation_executed"] as const

/** And for a card that is to be kept, for the bank's word about it, and for a charge of it. */
export const CARD_STEPS = ["card_prepared", "card_opened"] as const
export const TOKEN_STEPS = ["event_stored", "token_taken", "token_committed", "event_processed"] as const
export const CHARGE_STEPS = ["charge_placed", "bank_answered", "snapshot_committed", "order_settled"] as const

/** And between the merchant's approval and the payment that goes on by it. */
export const APPROVAL_STEPS = ["payment_approved"] as const

/** And around the call by which staff move money, and for a person who is erased. */
export const MOVEMENT_STEPS = ["movement_asked", "movement_made"] as const
export const ERASURE_STEPS = ["erasure_begun", "erasure_made", "erasure_committed"] as const

/** And for an agent's checkout that is being completed. */
export const CHECKOUT_STEPS = [
  "attempt_begun",
  "payment_prepared",
  "cart_completed",
  "order_attached",
  "order_placed",
  "bank_answered",
] as const

/** And for an order that stands, while its payment is being made, and while the money for nothing goes back. */
export const STANDING_STEPS = ["payment_prepared", "bank_answered", "payment_opened"] as const
export const GIVING_BACK_STEPS = ["session_forgotten", "operation_executed"] as const
/** And for one for which nothing is to be paid. */
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
  | Listed<typeof OPERATION_STEPS>
  | Listed<typeof CARD_STEPS>
  | Listed<typeof TOKEN_STEPS>
  | Listed<typeof CHARGE_STEPS>
  | Listed<typeof APPROVAL_STEPS>
  | Listed<typeof MOVEMENT_STEPS>
  | Listed<typeof ERASURE_STEPS>
  | Listed<typeof CHECKOUT_STEPS>
  | Listed<typeof STANDING_STEPS>
  | Listed<typeof GIVING_BACK_STEPS>

/**
 * Marks an instant at which a test stops the store. `subjects` name what is in progress: a payment, a card, a task. Every
 * two steps of one flow share a name, so that a frozen flow is recognized wherever it goes on.
 *
 * The file that `GW_FAILPOINT_FILE` names has one line, or none:
 * - `kill <step> [<subject> …]`: the process ends at this step with SIGKILL, as if the power had gone.
 * - `hold <step> <nonce> [<subject> …]`: the first flow that reaches this step is frozen. It never goes on, neither here nor
 *   at a later step, and the file `<file>.held` gets the line `<step> <nonce> <subjects>`. Each nonce freezes one flow.
 *
 * Where the line has subjects, it stops only a flow with one of them. Without the variable, and in production, no file is
 * read and nothing is stopped.
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

/** Whether the flow is to be frozen at this step. Does not return where the process is to be killed. */
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

/** Does some work. Resolves also when the work is frozen, so that a frozen flow does not occupy a place among a few workers. */
export function untilFrozen(work: () => Promise<void>): Promise<void> {
  if (!process.env.GW_FAILPOINT_FILE) return work()
  return new Promise((resolve, reject) => leaving.run(resolve, () => work().then(resolve, reject)))
}
