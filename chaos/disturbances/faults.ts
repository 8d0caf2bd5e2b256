import type { Choice, Random } from "../random"

/** A fault of the bank: the body of `POST /_sim/faults` (docs/simulator.md). */
export interface Fault extends Choice {
  order(random: Random): { scope: object; ipn?: object; api?: object }
}

/**
 * Forged messages that the store must reject, and two that it must accept without effect. Signed messages with false
 * content are not included, because they put a payment under manual review.
 */
const FORGERIES = [
  "bad_signature",
  "foreign_key",
  "unknown_kid",
  "stale",
  "future",
  "wrong_aud",
  "wrong_htu",
  "wrong_typ",
  "tampered_body",
  "reserialised",
  "replay_jti",
  "alg_none",
  "hs256",
  "unsigned",
  "unknown_reference",
  "version_regress",
]

const OPERATIONS = ["create", "capture", "void", "refund", "query", "token", "charge", "events"]
const STATUSES = [429, 500, 502, 503]

/** A fault of notifications. */
export const ipn = (name: string, weight: number, what: (random: Random) => object, times = 2): Fault => ({
  name,
  weight,
  order: (random) => ({ scope: { times: random.whole(1, times) }, ipn: what(random) }),
})

/** The number of calls in a row that a long fault affects. */
export const LONG = { least: 12, most: 30 }

/** Makes faults of calls of these operations: `api` of a few, `run` of many in a row. */
export function faultsOf(operations: readonly string[]) {
  const calls = (
    name: string,
    weight: number,
    what: (random: Random) => object,
    least: number,
    most: number
  ) => ({
    name,
    weight,
    order: (random: Random) => ({
      scope: { operation: random.pick(operations), times: random.whole(least, most) },
      api: what(random),
    }),
  })
  return {
    api: (name: string, weight: number, what: (random: Random) => object, times = 2): Fault =>
      calls(name, weight, what, 1, times),
    run: (name: string, what: (random: Random) => object): Fault =>
      calls(name, 1, what, LONG.least, LONG.most),
  }
}

/** The faults of calls that every bank has. Those of many calls in a row are of the `frequent` operations. */
export function callFaults(operations: readonly string[], frequent = operations): readonly Fault[] {
  const { api } = faultsOf(operations)
  const { run } = faultsOf(frequent)
  const failedLate = (random: Random) => ({ execute_then_fail: true, status: random.pick([500, 502, 503]) })
  return [
    api("slow responses", 2, (random) => ({ latency_ms: random.whole(100, 3000) })),
    api("failures", 3, (random) => ({ status: random.pick(STATUSES) }), 4),
    api("failures after execution", 4, failedLate, 4),
    run("a long run of failures", (random) => ({ status: random.pick(STATUSES) })),
    run("a long run of failures after execution", failedLate),
    run("a long run of slow responses", (random) => ({ latency_ms: random.whole(500, 2000) })),
    api("no response", 1, () => ({ hang: true }), 1),
    api("no response after execution", 1, () => ({ hang: true, execute_then_fail: true }), 1),
    api("closed connections", 1, () => ({ reset: true })),
    api("closed connections after execution", 1, () => ({ reset: true, execute_then_fail: true })),
    api("unsigned responses", 1, () => ({ unsigned_response: true })),
  ]
}

/** The faults of notifications that every bank has. */
export const NOTIFICATION_FAULTS: readonly Fault[] = [
  ipn("late notifications", 4, (random) => ({ delay_ms: random.whole(200, 8000) })),
  ipn("duplicate notifications", 4, (random) => ({ duplicate: random.whole(1, 4) })),
  ipn("lost notifications", 2, () => ({ drop: true })),
  ipn("a long run of lost notifications", 1, () => ({ drop: true }), LONG.most),
]

/** All faults of the bank. */
export const FAULTS: readonly Fault[] = [
  ...NOTIFICATION_FAULTS,
  ipn("early notifications", 3, () => ({ before_response: true })),
  ipn("forged notifications", 5, (random) => ({ forge: random.pick(FORGERIES) })),
  {
    name: "reordered notifications",
    weight: 3,
    order: (random) => {
      const reorder_window = random.whole(2, 4)
      return { scope: { times: reorder_window }, ipn: { reorder_window } }
    },
  },
  ...callFaults(OPERATIONS),
  {
    name: "a form instead of a link",
    weight: 4,
    order: (random) => ({
      scope: { operation: "create", times: random.whole(1, 3) },
      api: { redirect_post: true },
    }),
  },
  faultsOf(OPERATIONS).api("responses to another call", 1, () => ({ wrong_rjt: true })),
]
