import { setTimeout as sleep } from "node:timers/promises"
import { stripe } from "../../integration-tests/support/stripe"
import { stall } from "../disturbances/stall"
import type { RunLog } from "../load/run-log"
import type { Choice, Random } from "../random"

/** A disturbance of Stripe: of its events, or of its API. */
interface Disturbance extends Choice {
  cause(random: Random): Promise<unknown>
}

const STALL = 0.06
const PAUSE_MS = { least: 300, most: 1600 }

/** Each is part of the method and path of a call. */
const CALLS = ["POST /v1/payment_intents", "GET /v1/payment_intents/", "/cancel", "POST /v1/refunds"]

/** Longer than the leases of the store (10 s). */
const LATE_MS = 12_000

interface Range {
  readonly least: number
  readonly most: number
}

/**
 * How many calls fail, and for how long at most. A fault of a rare call that stayed until it is used would meet almost all such
 * calls.
 */
interface Extent {
  readonly times: Range
  readonly ms: Range
}

const SHORT: Extent = { times: { least: 1, most: 4 }, ms: { least: 500, most: 6000 } }
const ONCE: Extent = { times: { least: 1, most: 2 }, ms: SHORT.ms }
const LONG: Extent = { times: { least: 8, most: 20 }, ms: { least: 6000, most: 15_000 } }

const drawFrom = (random: Random, { least, most }: Range) => random.whole(least, most)

/** The events of a while are delivered in another way, and normally afterwards. */
const events = (name: string, weight: number, delivery: "twice" | "lost" | "held"): Disturbance => ({
  name,
  weight,
  async cause(random) {
    await stripe.deliver(delivery)
    await sleep(drawFrom(random, SHORT.ms))
    await stripe.deliver("once")
    if (delivery === "held") await stripe.release()
  },
})

/** Some calls of a while fail. */
const calls = (
  name: string,
  weight: number,
  kind: "error" | "lost_answer" | "late_answer",
  { times, ms } = SHORT
): Disturbance => ({
  name,
  weight,
  async cause(random) {
    await stripe.fail({
      kind,
      call: random.pick(CALLS),
      times: drawFrom(random, times),
      delay_ms: LATE_MS,
    })
    await sleep(drawFrom(random, ms))
    await stripe.reset()
  },
})

/** All faults of Stripe. */
export const STRIPE_FAULTS: readonly Disturbance[] = [
  events("duplicate events", 4, "twice"),
  events("late events", 4, "held"),
  events("lost events", 3, "lost"),
  calls("failures", 3, "error"),
  calls("a long run of failures", 1, "error", LONG),
  calls("lost answers", 3, "lost_answer"),
  calls("a long run of lost answers", 1, "lost_answer", LONG),
  calls("late answers", 2, "late_answer", ONCE),
]

/** Disturbs Stripe and the database, one after another, until the signal. */
export async function disturbStripe(random: Random, runLog: RunLog, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    if (random.chance(STALL)) await stall(random, runLog)
    else {
      const drawn = random.draw(STRIPE_FAULTS)
      await drawn.cause(random)
      runLog.count(`stripe: ${drawn.name}`)
    }
    await sleep(random.whole(PAUSE_MS.least, PAUSE_MS.most))
  }
}
