import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Batch } from "../../lib/batcher"
import type { CountedUsage, Limits } from "../../domain/rate-limit"
import { FLAVORS, NAMESPACES, scopesOf } from "../../domain/scopes"
import { digest } from "../../domain/secrets"
import type { GatewayOptions } from "../../options"
import type { Admission, Bearer, AdmissionRequest } from "./models/admission"
import { ANONYMOUS } from "./usage"

type Row = Omit<Admission, "bearer"> & Bearer & { readonly live: boolean; readonly index: number }

/** A call without a token to count, with the limits of its network. */
interface CountedAddress {
  readonly address: string
  readonly limits: Limits
}

/** A call to count, with its client's limits. */
interface Counted {
  readonly client_id: string
  readonly limits: Limits
}

/**
 * The database queries of the gates, the checks that every agent's call must pass: switches, token, IP address,
 * access schedule and rate limit. One statement serves all calls that arrive together.
 */
export class Admissions {
  private readonly requests = new Batch((requests: readonly AdmissionRequest[]) => this.admitAll(requests))
  private readonly counts = new Batch((calls: readonly Counted[]) => this.countAll(calls))

  constructor(
    private readonly knex: Knex,
    private readonly options: GatewayOptions
  ) {}

  /**
   * Reads everything the gates need for a decision, and counts the call if only the rate limit can still reject
   * it.
   */
  admit(request: AdmissionRequest): Promise<Admission> {
    return this.requests.submit(request)
  }

  /** Counts a call, unless a limit is reached. Returns the usage of the windows. */
  count(call: Counted): Promise<CountedUsage> {
    return this.counts.submit(call)
  }

  /** The same for a call without a token, by the network that it comes from. Its address is stored as a hash. */
  countAddress({ address, limits }: CountedAddress): Promise<CountedUsage> {
    return this.count({ client_id: `${ANONYMOUS}${digest(address)}`, limits })
  }

  /** Whether sandbox credentials can be accepted at all. If not, they are treated as unknown tokens. */
  isSandboxPossible(): boolean {
    return this.options.debug && process.env.NODE_ENV !== "production"
  }

  /** Counts in the order of the client ids, as `gw_admit` does, so that two batches never deadlock. */
  private async countAll(calls: readonly Counted[]): Promise<CountedUsage[]> {
    const { rows } = await this.knex.raw<{ rows: { index: number; usage: CountedUsage }[] }>(
      `select index, gw_count_call(client_id, limits) as usage
       from (select * from jsonb_to_recordset(?) as c (index integer, client_id text, limits jsonb) order by client_id) c`,
      [JSON.stringify(calls.map((call, index) => ({ index, ...call })))]
    )
    return rows.sort((a, b) => a.index - b.index).map(({ usage }) => usage)
  }

  private async admitAll(requests: readonly AdmissionRequest[]): Promise<Admission[]> {
    const calls = requests.map((request, index) => ({ index, ...this.termsOf(request) }))
    const { rows } = await this.knex.raw<{ rows: Row[] }>("select * from gw_admit(?)", [
      JSON.stringify(calls),
    ])
    return rows.sort((a, b) => a.index - b.index).map(admissionIn)
  }

  /**
   * The parameters of a call for the database: the token's hash, how it was sent, and the audience of the surface (RFC
   * 8707).
   */
  private termsOf({ surface, token, is_dpop, jkt, scope, count }: AdmissionRequest): object {
    const flavor = FLAVORS.find((one) => one === surface)
    if (!token || !flavor) return { surface }
    const resource = `${this.options.base_url}/${NAMESPACES[flavor]}`
    const isSandbox = token.startsWith(`gwsandbox_${flavor}_`) && this.isSandboxPossible()
    const sandbox_scopes = isSandbox ? scopesOf(flavor) : null
    return { surface, token: digest(token), is_dpop, jkt, resource, scope, sandbox_scopes, count }
  }
}

function admissionIn({ index: _, live, ...row }: Row): Admission {
  const { client_name, scopes, grant_id, actor_type, actor_id, whole_store, ...facts } = row
  const { client_id } = facts
  const bearer = { client_id, client_name, scopes, grant_id, actor_type, actor_id, whole_store }
  return { ...facts, bearer: live ? bearer : null }
}
