import type { Alert } from "../../modules/alert/models/alert"
import type { AlertKind } from "../../domain/alerts"
import { post } from "./client"
import { useList } from "./use-list"
import type { Wire } from "./wire"

/** An alert of any kind, as the API returns it. */
export type ShownAlert = {
  readonly [Kind in AlertKind]: Wire<Pick<Alert<Kind>, Shown>> & {
    /** The user who has acknowledged it. */
    readonly acknowledged_by: string | null
  }
}[AlertKind]

type Shown = "id" | "kind" | "subject" | "data" | "raised_at" | "acknowledged_at" | "resolved_at"

/** Refetch interval: alerts are raised and resolved automatically. */
const REFETCH_MS = 5000

/** Open or acknowledged alerts, newest first. */
export const useAlerts = (status: "open" | "acknowledged") =>
  useList<ShownAlert>("/alerts", "alerts", { status, limit: 20 }, REFETCH_MS)

/** Acknowledges an alert, or reopens it. */
export const markAlert = (id: string, as: "acknowledge" | "reopen") => post(`/alerts/${id}/${as}`)
