import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A chunk of a feed at an agent, and the state of its products. */
export interface PushedChunk {
  /** Names the feed and the region whose products it has. */
  readonly feed: string
  readonly chunk: number
  /** Changes with every change of what is pushed. */
  readonly revision: string
}

/** Longer than the push of a chunk takes. After it, the pushing process is considered dead. */
const LEASE = "10 minutes"

/** Which chunks of feeds are pushed to agents. */
export class Pushes {
  constructor(private readonly knex: Knex) {}

  /** Leases a chunk that has changed since it was pushed. False if it has not, or is being pushed, or is paused. */
  async claim(chunk: PushedChunk): Promise<boolean> {
    const { rows } = await this.knex.raw<{ rows: object[] }>(CLAIM, { ...chunk })
    return rows.length > 0
  }

  /** Records that a leased chunk was pushed in this revision. */
  async finish({ feed, chunk, revision }: PushedChunk): Promise<void> {
    const pushed_at = this.knex.fn.now()
    await this.knex("gw_catalog_push")
      .where({ feed, chunk })
      .update({ revision, pushed_at, leased_until: null, last_error: null })
  }

  /** Records why a leased chunk was not pushed. It can be claimed again after the pause. */
  async fail({ feed, chunk }: PushedChunk, last_error: string, pause_seconds: number): Promise<void> {
    const leased_until = this.knex.raw("now() + make_interval(secs => ?)", [pause_seconds])
    await this.knex("gw_catalog_push").where({ feed, chunk }).update({ leased_until, last_error })
  }
}

const CLAIM = `
  insert into gw_catalog_push as p (feed, chunk, leased_until)
  values (:feed, :chunk, now() + interval '${LEASE}')
  on conflict (feed, chunk) do update set leased_until = excluded.leased_until
   where p.revision is distinct from :revision and (p.leased_until is null or p.leased_until <= now())
  returning true`
