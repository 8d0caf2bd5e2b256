import type { ListedApproval } from "../../modules/policy/models/approval"
import { post } from "./client"
import { useList } from "./use-list"
import type { Wire } from "./wire"

export type Approval = Wire<ListedApproval>

/** The merchant's decision on a payment that waits for approval. */
export interface Decision {
  readonly id: string
  readonly decision: "approve" | "refuse"
  readonly note?: string
}

/** Refetch interval: agents can request an approval, and an approved refund can fail, at any time. */
const REFETCH_MS = 5000

/** Approvals that are waiting, or decided ones; newest first. */
export const useApprovals = (status: "waiting" | "decided") =>
  useList<Approval>("/approvals", "approvals", { status }, REFETCH_MS)

export const decide = ({ id, decision, note }: Decision) =>
  post<{ approval: Approval }>(`/approvals/${id}/${decision}`, { ...(note && { note }) })
