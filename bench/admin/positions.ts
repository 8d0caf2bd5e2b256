import { sql } from "../../integration-tests/support/database"
import { cursorOf } from "../../src/domain/cursor"

/** Tables whose lists are paged by a time and an id. */
const LISTS = {
  gw_task: "created_at",
  gw_audit: "at",
  gw_oauth_client: "created_at",
  gw_oauth_grant: "created_at",
  gw_webhook_subscription: "created_at",
  gw_webhook_delivery: "created_at",
  gw_approval: "created_at",
  gw_alert: "raised_at",
} as const

type List = keyof typeof LISTS

/** The share of a list before a deep page. */
const DEPTH = 0.9

/** The cursors of deep pages in every list, with nine of ten rows before them. */
export async function deepCursors(): Promise<Record<List, string>> {
  const entries = Object.entries(LISTS).map(async ([table, time]) => [table, await cursorIn(table, time)])
  return Object.fromEntries(await Promise.all(entries)) as Record<List, string>
}

async function cursorIn(table: string, time: string): Promise<string> {
  const [row] = await sql<{ at: string; id: string }>(
    `select to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id
       from ${table} order by ${time}, id
     offset (select count(*) * (1 - ${DEPTH}::float8) from ${table})::bigint limit 1`
  )
  if (!row) throw new Error(`${table} is empty`)
  return cursorOf([row.at, row.id])
}

/** The id of the n-th newest payment. */
export const paymentId = (n: number) => `pay_${n.toString(16).padStart(24, "0")}`

/** The cursor of a deep page in the list of `count` payments. */
export const deepPayment = (count: number) => paymentId(count * DEPTH)
