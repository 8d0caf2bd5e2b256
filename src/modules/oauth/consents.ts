import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Actor } from "./models/authorization-request"

/** The usable consents of a client. */
export interface LiveConsents {
  /** The number of usable consents among the client's thousand newest unrevoked ones. */
  readonly live: number
  /** The people who gave the newest of them. */
  readonly people: readonly Actor[]
}

/** How many people are returned per client. */
const NAMED = 3

interface Row {
  readonly client_id: string
  readonly live: number
  readonly newest: readonly Actor[]
}

/** The usable consents of many clients, read in one statement. At most a thousand consents are read per client. */
export async function liveConsents(
  knex: Knex,
  client_ids: readonly string[]
): Promise<Map<string, LiveConsents>> {
  const { rows } = await knex.raw<{ rows: Row[] }>(LIVE, [[...client_ids]])
  return new Map(rows.map(({ client_id, live, newest }) => [client_id, { live, people: peopleIn(newest) }]))
}

function peopleIn(actors: readonly Actor[]): Actor[] {
  const people = new Map(actors.map((actor) => [`${actor.type} ${actor.id}`, actor]))
  return [...people.values()].slice(0, NAMED)
}

/* The thousand consents are counted from indexes only; the actors are read only for the newest. */
const LIVE = `
  select c.id as client_id, g.live, (
           select coalesce(json_agg(json_build_object('type', n.actor_type, 'id', n.actor_id)
                    order by n.created_at desc, n.id desc), '[]')
             from gw_oauth_grant n where n.id = any (g.newest)) as newest
    from gw_oauth_client c cross join lateral (
      select count(*)::integer as live, (array_agg(id order by created_at desc, id desc))[1:10] as newest
        from (select id, created_at from gw_oauth_grant where client_id = c.id and revoked_at is null
               order by created_at desc, id desc limit 1000) given
       where exists (
         select from gw_oauth_token t
          where t.grant_id = given.id and t.expires_at > now() and t.used_at is null and t.revoked_at is null)
    ) g
   where c.id = any(?) and c.status = 'approved'`
