import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  type Approval,
  type ApprovalStatus,
  type ListedApproval,
  toApproval,
} from "../../modules/policy/models/approval"
import { orderNumberIn } from "../../domain/order-number"
import {
  type OrderBy,
  type Page,
  BY_AMOUNT,
  allPages,
  byTime,
  ownedBy,
  sortedPage,
  sortingBy,
} from "../../lib/keyset-page"
import { requestedBaskets } from "./requested-baskets"

/** The filters of a list of approvals. */
export interface ApprovalFilter {
  /** `decided` means every status except `waiting`. */
  readonly status?: ApprovalStatus | "decided"
  readonly kind?: Approval["kind"]
  readonly client_id?: string
  /** Both bounds are inclusive. */
  readonly created_from?: Date
  readonly created_to?: Date
  /** The id of the approval, its task, checkout or payment, the agent's reference, or the number of the order. */
  readonly q?: string
}

/** What approvals can be sorted by. Only decided ones have a time of the decision. */
export const APPROVAL_SORTS = {
  created_at: byTime("created_at"),
  expires_at: byTime("expires_at"),
  decided_at: byTime("decided_at"),
  amount: BY_AMOUNT,
}

export type ApprovalOrder = OrderBy<keyof typeof APPROVAL_SORTS>

/** A query for a page of approvals. */
export interface ApprovalQuery extends ApprovalFilter {
  /** By default the newest first. */
  readonly order?: ApprovalOrder
  readonly limit: number
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string
}

/** A page of approvals. Undefined if the cursor is invalid. */
export async function listApprovals(
  container: MedusaContainer,
  query: ApprovalQuery
): Promise<{ approvals: ListedApproval[]; next_cursor: string | null } | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const page = await pageOfRows(knex, query)
  return page && { approvals: await withBaskets(knex, page.rows), next_cursor: page.next_cursor }
}

/** An approval in an exported file, without the contents of its checkout. */
export type ExportedApproval = Omit<ListedApproval, "basket">

/** All approvals that match, newest first, in pages of at most `limit`. */
export async function* approvalPages(
  container: MedusaContainer,
  filter: ApprovalFilter,
  limit: number
): AsyncGenerator<ExportedApproval[], void> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const read = (cursor?: string) => pageOfRows(knex, { ...filter, limit, ...(cursor && { cursor }) })
  for await (const rows of allPages(read)) yield rows.map(toExported)
}

function pageOfRows(
  knex: Knex,
  { order = "-created_at", limit, cursor, ...filter }: ApprovalQuery
): Promise<Page<Row> | undefined> {
  const sorting = sortingBy(APPROVAL_SORTS, order)
  const found = knex(listed(knex)).modify((approvals) =>
    narrow(knex, approvals, filter, sorting.is_ascending)
  )
  // Rows without the sorted value are left out, because no cursor can point at them.
  if (/decided_at$/.test(order)) void found.whereNotNull("decided_at")
  return sortedPage<Row>(knex, found, sorting, limit, cursor)
}

function narrow(
  knex: Knex,
  approvals: Knex.QueryBuilder,
  filter: ApprovalFilter,
  is_ascending: boolean
): void {
  const { status, kind, client_id, created_from, created_to, q } = filter
  if (kind) void approvals.where({ kind })
  if (created_from) void approvals.where("created_at", ">=", created_from)
  if (created_to) void approvals.where("created_at", "<=", created_to)
  if (q) void approvals.where((named) => namedBy(knex, named, q))
  if (status === "decided") void approvals.whereNot({ status: "waiting" })
  else if (status && client_id)
    // The expression matches the index.
    return ownedBy(
      approvals,
      { by: "client_id || ' ' || status", id: `${client_id} ${status}` },
      is_ascending
    )
  else if (status) void approvals.where({ status })
  if (client_id) ownedBy(approvals, { by: "client_id", id: client_id }, is_ascending)
}

/** Searches each column separately, because each has its own index. */
function namedBy(knex: Knex, approvals: Knex.QueryBuilder, q: string): void {
  const columns = ["id", "task_id", "session_id", "payment_id", "refund_of", "order_reference"]
  for (const column of columns) void approvals.orWhere(column, q)
  const number = orderNumberIn(q)
  if (number === undefined) return
  const paid = knex("gw_payment").where({ shop_order_id: number })
  for (const [column, of] of [
    ["session_id", "session_id"],
    ["payment_id", "id"],
    ["refund_of", "id"],
  ] as const)
    // An array is computed before the scan, which can then use the index.
    void approvals.orWhereRaw(`?? = any(array(?))`, [column, paid.clone().select(of)])
}

/** An approval by id. */
export async function approvalById(
  container: MedusaContainer,
  id: string
): Promise<ListedApproval | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = (await knex(listed(knex)).where({ id })) as Row[]
  return (await withBaskets(knex, rows))[0]
}

const listed = (knex: Knex) =>
  knex("gw_approval as a")
    .leftJoin("gw_oauth_client as c", "c.id", "a.client_id")
    .leftJoin("user as u", "u.id", "a.decided_by")
    .leftJoin("gw_payment as p", "p.id", "a.refund_of")
    .leftJoin("gw_bank_operation as o", "o.id", "a.operation_id")
    .select("a.*", "c.name as client_name", "u.email as decided_by_email")
    .select("p.shop_order_id as order_number", "p.order_id")
    .select(knex.raw(`${BANK_FAILURE} as bank_failure`))
    .as("approval")

/** The bank refused the approved refund, or accepted it and could not execute it. A refund that is due is tried again. */
const BANK_FAILURE = `
  case when a.begin_at is not null then null
       when o.status = 'refused' then coalesce(o.error_code, 'refused_by_bank')
       when exists (
         select from gw_effect e
          where e.payment_id = a.refund_of and e.effect = 'refund_failed'
            and e.movement ->> 'merchant_reference' = o.merchant_reference) then 'refund_failed'
  end`

type Row = Omit<ListedApproval, "basket" | "customer_email"> &
  Pick<Approval, "bought" | "requested"> & { readonly bank_failure: string | null }

async function withBaskets(knex: Knex, rows: readonly Row[]): Promise<ListedApproval[]> {
  const basketOf = await requestedBaskets(knex, rows)
  return rows.map((row) => ({ ...toExported(row), basket: basketOf(row) }))
}

const toExported = (row: Row): ExportedApproval => ({
  ...row,
  ...toApproval(row),
  failure_code: row.failure_code ?? row.bank_failure,
  customer_email: emailIn(row.requested),
})

function emailIn(requested: unknown): string | null {
  const { customer_email } = (requested ?? {}) as { customer_email?: unknown }
  return typeof customer_email === "string" ? customer_email : null
}

/** Whether an agent may start a payment now: its client is approved, and agents are not stopped. */
export async function mayAgentPay(db: Knex, client_id: string): Promise<boolean> {
  const client = db("gw_oauth_client").where({ id: client_id, status: "approved" })
  return Boolean(await client.whereRaw("not (select agents_stopped from gw_setting)").first("id"))
}
