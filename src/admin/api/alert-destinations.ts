import type { AlertDestination } from "../../domain/alerts"
import { post, remove } from "./client"
import { useOne } from "./use-one"

/** Whether alerts can be sent to a destination. */
export interface Destination {
  readonly destination: AlertDestination
  /** What it still needs; null when alerts are sent to it. */
  readonly missing: "address" | "provider" | "secret" | null
  /** The recipient from the configuration, if it is used. */
  readonly configured: string | null
}

/** The result of a test alert. */
export interface AlertTest {
  readonly delivered: boolean
  /** The HTTP status; null without a response, and for e-mail. */
  readonly status: number | null
  readonly reason: string | null
}

/** The destinations of alerts. */
export const useAlertDestinations = () =>
  useOne<{ destinations: readonly Destination[] }>("/alerts/destinations")

/** Sends a test alert to a destination as it is saved. */
export const sendTestAlert = (destination: AlertDestination) =>
  post<{ test: AlertTest }>("/alerts/test", { destination })

/** Issues the secret that signs the alert webhook; the previous one ends. Only this response contains it. */
export const issueAlertSecret = () => post<{ token: string }>("/alerts/webhook-secret")

/** Deletes the secret, so that no alerts are sent to the webhook. */
export const endAlertSecret = () => remove<object>("/alerts/webhook-secret")
