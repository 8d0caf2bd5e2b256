import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  type Approval,
  type ApprovalStatus,
  type ListedApproval,
  toApproval,
} from "../../modules/policy/models/approval"
import { newestFirst, ownedBy } from "../../lib/keyset-page"
import { requestedBaskets } from "./requested-baskets"

/** The filters of a list of approvals. */
export interface ApprovalFilter {
  /** `decided` means every status except `waiting`. */
  readonly status?: ApprovalStatus | "decided"
  readonly client_id?: string
}

/** A page of approvals, newest first. Undefined if the cursor is invalid. */
export async function listApprovals(
  container: MedusaContainer,
  filter: ApprovalFilter,
  limit: number,
  cursor?: string
): Promise<{ approvals: ListedApproval[]; next_cursor: string | null } | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const found = knex(listed(knex)).modify(narrow, filter)
  const page = await newestFirst<Row>(knex, found, "created_at", limit, cursor)
  return page && { approvals: await withBaskets(knex, page.rows), next_cursor: page.next_cursor }
}

function narrow(approvals: Knex.QueryBuilder, { status, client_id }: ApprovalFilter): void {
  if (status === "decided") void approvals.whereNot({ status: "waiting" })
  else if (status && client_id)
    // The expression matches the index.
    return ownedBy(approvals, { by: "client_id || ' ' || status", id: `${client_id} ${status}` })
  else if (status) void approvals.where({ status })
  if (client_id) ownedBy(approvals, { by: "client_id", id: client_id })
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
  return rows.map((row) => ({
    ...row,
    ...toApproval(row),
    failure_code: row.failure_code ?? row.bank_failure,
    basket: basketOf(row),
    customer_email: emailIn(row.requested),
  }))
}

function emailIn(requested: unknown): string | null {
  const { customer_email } = (requested ?? {}) as { customer_email?: unknown }
  return typeof customer_email === "string" ? customer_email : null
}

/** Whether an agent may start a payment now: its client is approved, and agents are not stopped. */
export async function mayAgentPay(db: Knex, client_id: string): Promise<boolean> {
  const client = db("gw_oauth_client").where({ id: client_id, status: "approved" })
  return Boolean(await client.whereRaw("not (select agents_stopped from gw_setting)").first("id"))
}
