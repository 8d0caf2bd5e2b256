import type { DisplayStatus } from "../../domain/display-status"
import { isOpen } from "../../domain/settlement"
import { pathOf, type Payment, REFETCH_MS, type TracedPayment } from "./payments"
import { useOne } from "./use-one"

/** The newest payments of agents that are paid or authorized, newest first; at most `limit` of each of the two. */
export function useNewestSoldByAgents(limit: number): readonly Payment[] {
  const paid = useNewestOfAgents("paid", limit)
  const authorized = useNewestOfAgents("authorized", limit)
  const payments = [paid, authorized].flatMap(({ data }) => data?.payments ?? [])
  return payments.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
}

const useNewestOfAgents = (display_status: DisplayStatus, limit: number) =>
  useOne<{ payments: Payment[] }>(
    "/payments",
    { requested_by: "agent", display_status, limit },
    { refetch_ms: REFETCH_MS }
  )

/** A payment on the page of its order, which may show twenty: refetched only while it, or an operation of it, is open. */
export const usePaymentOfOrder = (id: string) =>
  useOne<{ payment: TracedPayment }>(pathOf(id), undefined, {
    refetch_ms: ({ payment }) =>
      isOpen(payment.status) || hasOpenOperation(payment) ? REFETCH_MS : undefined,
  })

const hasOpenOperation = ({ operations }: TracedPayment) =>
  operations.some(({ status }) => status === "requested" || status === "unknown")

/** How many payments of an order are shown. */
const MOST_OF_ORDER = 20

/** The newest payments of an order that the gateway has, newest first; `next_cursor` is null if these are all. */
export const useOrderPayments = (order_id: string) =>
  useOne<{ payments: Payment[]; next_cursor: string | null }>("/payments", { order_id, limit: MOST_OF_ORDER })
