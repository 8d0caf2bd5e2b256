import { sql } from "./database"

/** How often the store has kept the event of a notification with this body. */
export async function timesStored(raw: string): Promise<number> {
  const { event_id } = JSON.parse(raw) as { event_id: string }
  const [row] = await sql<{ n: number }>("select count(*)::int n from gw_bank_event where event_id = $1", [
    event_id,
  ])
  return row?.n ?? 0
}
