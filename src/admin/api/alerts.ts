import type { Alert } from "../../modules/alert/models/alert"
import type { AlertKind } from "../../domain/alerts"
import { post } from "./client"
import { useList } from "./use-list"
import type { Wire } from "./wire"

/** An alert as it is answered, whatever it is about. */
export type ShownAlert = {
  readonly [Kind in AlertKind]: Wire<Pick<Alert<Kind>, "id" | "kind" | "subject" | "data" | "raised_at">>
}[AlertKind]

/** They are raised and are over by themselves: how often they are read anew. */
const AGAIN_MS = 5000

/** What nobody has seen to yet, the newest first. */
export const useAlerts = () => useList<ShownAlert>("/alerts", "alerts", { limit: 20 }, AGAIN_MS)

/** Says that somebody sees to it. */
export const acknowledgeAlert = (id: string) => post(`/alerts/${id}/acknowledge`)
