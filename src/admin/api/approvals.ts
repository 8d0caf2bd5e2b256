import type { ListedApproval } from "../../modules/policy/models/approval"
import { post } from "./client"
import { useList } from "./use-list"
import type { Wire } from "./wire"

export type Approval = Wire<ListedApproval>

/** What the merchant does with a payment that waits. */
export interface Decision {
  readonly id: string
  readonly decision: "approve" | "refuse"
  readonly note?: string
}

/** Agents ask at any time: how often those that wait are read anew. */
const AGAIN_MS = 5000

/** The payments that wait, or those that do not any more; newest first. */
export const useApprovals = (status: "waiting" | "decided") =>
  useList<Approval>("/approvals", "approvals", { status }, status === "waiting" ? AGAIN_MS : undefined)

export const decide = ({ id, decision, note }: Decision) =>
  post<{ approval: Approval }>(`/approvals/${id}/${decision}`, { ...(note && { note }) })
