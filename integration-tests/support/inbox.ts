import { eventually } from "./agent"
import { sql } from "./database"

/** The number of stored events of a notification with this body. */
export async function timesStored(raw: string): Promise<number> {
  const { event_id } = JSON.parse(raw) as { event_id: string }
  const [row] = await sql<{ n: number }>("select count(*)::int n from gw_bank_event where event_id = $1", [
    event_id,
  ])
  return row?.n ?? 0
}

/** Waits until the store has processed the event of a notification with this body, and returns its verdict. */
export async function verdictOn(raw: string): Promise<string> {
  const { event_id } = JSON.parse(raw) as { event_id: string }
  const settled = "select verdict from gw_bank_event where event_id = $1 and processed_at is not null"
  return eventually(async () => (await sql<{ verdict: string }>(settled, [event_id]))[0]?.verdict)
}
