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

const ipn = (name: string, weight: number, what: (random: Random) => object, times = 2): Fault => ({
  name,
  weight,
  order: (random) => ({ scope: { times: random.whole(1, times) }, ipn: what(random) }),
})

const api = (name: string, weight: number, what: (random: Random) => object, times = 2): Fault => ({
  name,
  weight,
  order: (random) => ({
    scope: { operation: random.pick(OPERATIONS), times: random.whole(1, times) },
    api: what(random),
  }),
})

const LONG = { least: 12, most: 30 }

/** A fault of many calls in a row of one operation. */
const run = (name: string, what: (random: Random) => object): Fault => ({
  name,
  weight: 1,
  order: (random) => ({
    scope: { operation: random.pick(OPERATIONS), times: random.whole(LONG.least, LONG.most) },
    api: what(random),
  }),
})

/** All faults of the bank. */
export const FAULTS: readonly Fault[] = [
  ipn("late notifications", 4, (random) => ({ delay_ms: random.whole(200, 8000) })),
  ipn("duplicate notifications", 4, (random) => ({ duplicate: random.whole(1, 4) })),
  ipn("lost notifications", 2, () => ({ drop: true })),
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
  api("slow responses", 2, (random) => ({ latency_ms: random.whole(100, 3000) })),
  api("failures", 3, (random) => ({ status: random.pick(STATUSES) }), 4),
  api(
    "failures after execution",
    4,
    (random) => ({ execute_then_fail: true, status: random.pick([500, 502, 503]) }),
    4
  ),
  run("a long run of failures", (random) => ({ status: random.pick(STATUSES) })),
  run("a long run of failures after execution", (random) => ({
    execute_then_fail: true,
    status: random.pick([500, 502, 503]),
  })),
  run("a long run of slow responses", (random) => ({ latency_ms: random.whole(500, 2000) })),
  ipn("a long run of lost notifications", 1, () => ({ drop: true }), LONG.most),
  {
    name: "a form instead of a link",
    weight: 4,
    order: (random) => ({
      scope: { operation: "create", times: random.whole(1, 3) },
      api: { redirect_post: true },
    }),
  },
  api("no response", 1, () => ({ hang: true }), 1),
  api("no response after execution", 1, () => ({ hang: true, execute_then_fail: true }), 1),
  api("unsigned responses", 1, () => ({ unsigned_response: true })),
  api("responses to another call", 1, () => ({ wrong_rjt: true })),
]
