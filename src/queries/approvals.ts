import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type ApprovalStatus, type ListedApproval, toApproval } from "../modules/policy/models/approval"
import { newestFirst } from "../newest-first"

export interface ApprovalFilter {
  /** `decided` are all that do not wait. */
  readonly status?: ApprovalStatus | "decided"
  readonly client_id?: string
}

/** A page of approvals, newest first. Undefined for a cursor that is not ours. */
export async function listApprovals(
  container: MedusaContainer,
  { status, client_id }: ApprovalFilter,
  limit: number,
  cursor?: string
): Promise<{ approvals: ListedApproval[]; next_cursor: string | null } | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const found = knex(listed(knex)).where({
    ...(status && status !== "decided" && { status }),
    ...(client_id && { client_id }),
  })
  if (status === "decided") void found.whereNot({ status: "waiting" })
  const page = await newestFirst<ListedApproval>(knex, found, "created_at", limit, cursor)
  return page && { approvals: page.rows.map(withNumber), next_cursor: page.next_cursor }
}

/** One of them. */
export async function approvalById(
  container: MedusaContainer,
  id: string
): Promise<ListedApproval | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const [row] = (await knex(listed(knex)).where({ id })) as ListedApproval[]
  return row && withNumber(row)
}

const listed = (knex: Knex) =>
  knex("gw_approval as a")
    .leftJoin("gw_oauth_client as c", "c.id", "a.client_id")
    .leftJoin("user as u", "u.id", "a.decided_by")
    .select("a.*", "c.name as client_name", "u.email as decided_by_email")
    .as("approval")

const withNumber = (row: ListedApproval): ListedApproval => ({ ...row, ...toApproval(row) })

/** Whether an agent may begin to pay now: the merchant has neither ended its client nor stopped all agents. */
export async function mayAgentGoOn(db: Knex, client_id: string): Promise<boolean> {
  const client = db("gw_oauth_client").where({ id: client_id, status: "approved" })
  return Boolean(await client.whereRaw("not (select agents_stopped from gw_setting)").first("id"))
}
