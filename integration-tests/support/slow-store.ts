import { eventually } from "./agent"
import { sql } from "./database"
import { runJob } from "./jobs"

/** Waits until the store's own row of a payment has this status. */
export async function untilStored(payment_id: string, status: string): Promise<void> {
  const query = "select 1 from gw_payment where id = $1 and status = $2"
  await eventually(async () => (await sql(query, [payment_id, status]))[0])
}

/** Delays one kind of effect of a payment, as a crash does, until the returned function is called. */
export async function slowToAct(payment_id: string, effect: string): Promise<() => Promise<void>> {
  await sql(`create or replace function gw_test_late() returns trigger language plpgsql as
    'begin new.not_before := now() + interval ''1 hour''; return new; end'`)
  await sql(`create trigger gw_test_late before insert on gw_effect for each row
    when (new.effect = '${effect}' and new.payment_id = '${payment_id}') execute function gw_test_late()`)
  return async () => {
    await sql("drop function gw_test_late cascade")
    await runEffectsNow(payment_id)
  }
}

/** Ends the delays of a payment's effects and executes them. */
export async function runEffectsNow(payment_id: string): Promise<void> {
  await sql("update gw_effect set not_before = now() where payment_id = $1 and done_at is null", [payment_id])
  await runJob("settle-leftovers")
}
