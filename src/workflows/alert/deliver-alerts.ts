import type { MedusaContainer } from "@medusajs/framework/types"
import { DeliveryWorker } from "../../lib/delivery-worker"
import { logOf } from "../../lib/log"
import { ALERT_MODULE } from "../../modules/alert"
import type { DueAlert } from "../../modules/alert/models/alert"
import type AlertService from "../../modules/alert/service"
import { pauseAfter } from "../../outbound/retry-schedule"
import { outgoing } from "./outgoing-alert"
import { sendTo } from "./post-alert"

/** How many deliveries run at a time in one process, and how many of them to one destination. */
const CONCURRENCY = 15
const SHARE = 5

const worker = new DeliveryWorker<DueAlert>({
  at_once: CONCURRENCY,
  clientOf: ({ destination }) => destination,
  lease: (free, busy, container) => deliveriesIn(container).lease(free, SHARE, busy),
  deliver,
  nameOf: ({ id, destination }) => `alert ${id} to ${destination}`,
})

const deliveriesIn = (container: MedusaContainer) => container.resolve<AlertService>(ALERT_MODULE).deliveries

/**
 * Starts all due deliveries of alerts and continues until none is due. Safe on any number of instances and after a
 * crash: each alert is sent to each destination at least once, always with the same id. Does not wait for the receivers.
 */
export const deliverAlerts = (container: MedusaContainer): Promise<void> => worker.begin(container)

async function deliver(due: DueAlert, container: MedusaContainer): Promise<void> {
  const needless = whyNeedless(due)
  if (needless) return end(due, needless, container)
  const { ok, status, reason, is_final, retry_after_seconds } = await sendTo(due, outgoing(due), container)
  if (ok) return deliveriesIn(container).deliver(due, status)
  const pause_seconds = is_final ? null : (pauseAfter(due.attempt, retry_after_seconds) ?? null)
  await deliveriesIn(container).fail(due, { status, reason: String(reason), pause_seconds })
  const about = `alert ${due.id} (${due.kind}) was not delivered to ${due.destination}: ${reason}`
  if (pause_seconds === null) logOf(container).error(`${about}. There is no further attempt.`)
  else logOf(container).warn(about)
}

/** Why a delivery that is due is not made; undefined if it is made. */
function whyNeedless({ acknowledged_at, resolved_at, destination }: DueAlert): string | undefined {
  if (acknowledged_at) return "a member of the staff has handled the alert"
  // Only the other destinations' messages say that the alert is over.
  return resolved_at && destination === "email" ? "the alert was over before it was sent" : undefined
}

const end = (due: DueAlert, reason: string, container: MedusaContainer) =>
  deliveriesIn(container).fail(due, { status: null, reason, pause_seconds: null })
