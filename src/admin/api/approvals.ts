import type { ListedApproval } from "../../modules/policy/models/approval"
import { post } from "./client"
import { useList } from "./use-list"
import type { Wire } from "./wire"

/** An approval as the API returns it. */
export type Approval = Wire<ListedApproval>

/** The merchant's decision on a payment that waits for approval. */
export interface Decision {
  readonly id: string
  readonly decision: "approve" | "refuse"
  readonly note?: string
}

/** Refetch interval: agents can request an approval, and an approved refund can fail, at any time. */
const REFETCH_MS = 5000

/** The filters and the sorting of approvals; undefined ones have no effect. */
export type ApprovalQuery = Partial<
  Record<"q" | "status" | "kind" | "client_id" | "created_from" | "created_to" | "order", string | undefined>
>

/** The approvals that match the filters. */
export const useApprovals = (query: ApprovalQuery) =>
  useList<Approval>("/approvals", "approvals", query, REFETCH_MS)

/** Approves or rejects a request. */
export const decide = ({ id, decision, note }: Decision) =>
  post<{ approval: Approval }>(`/approvals/${id}/${decision}`, { ...(note && { note }) })
