import { RETENTION_BOUNDS } from "../../../../domain/retention"

const SHORTEST = Object.entries(RETENTION_BOUNDS)
  .map(([what, [days]]) => `(retention ->> '${what}')::int >= ${days}`)
  .join(" and ")

/** No hand sets less than what is safe, either. */
export const RETENTION_IS_SAFE = `alter table gw_setting add constraint gw_setting_retention check (${SHORTEST})`
