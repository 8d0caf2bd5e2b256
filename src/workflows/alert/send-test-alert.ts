import type { MedusaContainer } from "@medusajs/framework/types"
import type { AlertDestination } from "../../domain/alerts"
import { addressesIn, channelsIn } from "./destinations"
import { testAlert } from "./outgoing-alert"
import { type SentAlert, sendTo } from "./post-alert"

/** The result of a test alert, for the staff. */
export interface TestResult {
  readonly delivered: boolean
  /** The HTTP status; null without a response, and for e-mail. */
  readonly status: number | null
  /** Why it was not delivered; null after success. */
  readonly reason: string | null
}

/** Sends a test alert to all recipients of a destination, once. The result is the first failure, if there is one. */
export async function sendTestAlert(
  destination: AlertDestination,
  container: MedusaContainer
): Promise<TestResult> {
  const alert = testAlert()
  const recipients = destination === "email" ? await reachableIn(container) : [""]
  const results: SentAlert[] = []
  for (const recipient of recipients) results.push(await sendTo({ destination, recipient }, alert, container))
  const shown = results.find(({ ok }) => !ok) ?? results[0]
  const { ok = false, status = null, reason = null } = shown ?? {}
  return { delivered: ok, status, reason }
}

async function reachableIn(container: MedusaContainer): Promise<string[]> {
  const channels = await channelsIn(container)
  const addresses = await addressesIn(container)
  return addresses.filter(({ channel }) => channels.has(channel)).map(({ to }) => to)
}
