import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ALERT_KINDS } from "../../domain/alerts"
import type { Metric } from "../../domain/exposition"

/** The number of open alerts by kind, from an index. */
export async function alertMetrics(knex: Knex): Promise<Metric[]> {
  const { rows } = await knex.raw<{ rows: { kind: string; count: number }[] }>(
    `select kind, count(*)::int as count from gw_alert
      where resolved_at is null and acknowledged_at is null group by kind`
  )
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  const samples = ALERT_KINDS.map((kind) => ({ labels: { kind }, value: counts.get(kind) ?? 0 }))
  return [
    { name: "gw_alerts_open", help: "Alerts that staff have not handled, by kind.", type: "gauge", samples },
  ]
}
