import type { Alert } from "../../modules/alert/models/alert"
import type { AlertKind } from "../../domain/alerts"
import { post } from "./client"
import { useList } from "./use-list"
import type { Wire } from "./wire"

/** An alert as it is answered, whatever it is about. */
export type ShownAlert = {
  readonly [Kind in AlertKind]: Wire<Pick<Alert<Kind>, Shown>> & {
    /** The member of the staff who has marked it as handled. */
    readonly acknowledged_by: string | null
  }
}[AlertKind]

type Shown = "id" | "kind" | "subject" | "data" | "raised_at" | "acknowledged_at" | "resolved_at"

/** They are raised and are over by themselves: how often they are read anew. */
const AGAIN_MS = 5000

/** What is open, or what staff have marked as handled; the newest first. */
export const useAlerts = (status: "open" | "acknowledged") =>
  useList<ShownAlert>("/alerts", "alerts", { status, limit: 20 }, AGAIN_MS)

/** Marks one as handled, or undoes that. */
export const markAlert = (id: string, as: "acknowledge" | "reopen") => post(`/alerts/${id}/${as}`)
