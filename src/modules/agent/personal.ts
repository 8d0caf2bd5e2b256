import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Obstacle } from "../../domain/obstacle"
import type { Session } from "./models/session"
import type { Task } from "./models/task"

/** The identifiers of the person to search for. */
export interface Person {
  readonly customer_ids: readonly string[]
  /** In lower case. */
  readonly email: string | null
}

/** The records to erase, by id. */
export interface AgentTraces {
  readonly sessions: readonly string[]
  /** The payments, operations and cards of the person. */
  readonly waited_for: readonly string[]
}

/** How many rows of each kind were changed. */
export type AgentCounts = Record<"sessions" | "tasks" | "stored_responses" | "push_addresses", number>

/** The personal data in sessions, tasks and stored responses. */
export class Personal {
  constructor(private readonly knex: Knex) {}

  /**
   * The person's sessions that are not erased: those of the customer, and guest sessions with their e-mail
   * address or payments.
   */
  async sessions(
    { customer_ids, email }: Person,
    payments: readonly string[],
    db = this.knex
  ): Promise<Session[]> {
    const { rows } = await db.raw<{ rows: Session[] }>(SESSIONS, {
      customers: [...customer_ids],
      email,
      payments: [...payments],
    })
    return rows
  }

  /**
   * The person's tasks, newest first: those that wait for these payments and cards, and those whose messages
   * contain the e-mail address.
   */
  async tasks(waited_for: readonly string[], email: string | null, db = this.knex): Promise<Task[]> {
    const person = { waited_for: [...waited_for], email, named: named(email) }
    const { rows } = await db.raw<{ rows: Task[] }>(TASKS, person)
    return rows
  }

  /**
   * What blocks the erasure of these sessions: a payment that one of them has begun since the person's `payments` were
   * read, or a checkout whose cart may be paid in the storefront. Undefined if there is none. Inside a transaction, no
   * payment can be begun for these sessions any more, and no storefront can take over a cart of theirs.
   */
  async obstacle(
    {
      sessions,
      payments,
    }: { readonly sessions: readonly Session[]; readonly payments: readonly { id: string }[] },
    db = this.knex
  ): Promise<Obstacle | undefined> {
    const ids = sessions.map(({ id }) => id)
    const others = { payment_id: null, order_id: null, approval_id: null, checkout_id: null }
    await db.raw(LOCK_SESSIONS, { sessions: ids })
    const begun = await db.raw<{ rows: { payment_id: string }[] }>(BEGUN, {
      sessions: ids,
      payments: payments.map(({ id }) => id),
    })
    const [unread] = begun.rows
    if (unread) return { ...others, code: "payment_unsettled", payment_id: unread.payment_id }
    const { rows } = await db.raw<{ rows: { session_id: string; is_followed: boolean }[] }>(HANDED_OVER, {
      sessions: ids,
    })
    const followed = rows.find(({ is_followed }) => is_followed)
    return followed && { ...others, code: "checkout_in_storefront", checkout_id: followed.session_id }
  }

  /**
   * Erases the personal data within the caller's transaction. Sessions without an announced order are deleted;
   * the others keep their items and amounts. A retry with one of the person's idempotency keys gets an empty
   * response.
   */
  async erase(traces: AgentTraces, person: Person, erasure_id: string, trx: Knex): Promise<AgentCounts> {
    const { waited_for, sessions: ids } = traces
    const keys = await this.keysOf(ids, person, trx)
    const stored_responses = await this.eraseAnswers(keys, [...ids, ...waited_for], person.email, trx)
    const sessions = await run(trx, ERASE_SESSIONS, { sessions: [...ids], erasure_id })
    const deleted = await run(trx, DELETE_SESSIONS, { sessions: [...ids] })
    const tasks = (await this.tasks(waited_for, person.email, trx)).map(({ id }) => id)
    await run(trx, ERASE_EVENTS, { tasks })
    await run(trx, ERASE_TASKS, { tasks })
    const push_addresses = await run(trx, END_PUSH, { tasks })
    return { sessions: sessions + deleted, tasks: tasks.length, stored_responses, push_addresses }
  }

  /**
   * Repeats the erasure for data that was written while it ran, by what still identifies it. Returns the
   * remaining sessions.
   */
  async eraseAgain(
    erasure_id: string,
    waited_for: readonly string[],
    owners: readonly string[]
  ): Promise<string[]> {
    const sessions = await this.knex("gw_session").where({ erasure_id }).select("id", "client_id")
    const clients = sessions.map(({ client_id }) => String(client_id))
    const ids = sessions.map(({ id }) => String(id))
    await this.eraseAnswers({ owners, clients }, [...ids, ...waited_for], null, this.knex)
    const tasks = (await this.tasks(waited_for, null)).map(({ id }) => id)
    await run(this.knex, ERASE_EVENTS, { tasks })
    await run(this.knex, ERASE_TASKS, { tasks })
    return ids
  }

  private async keysOf(sessions: readonly string[], { customer_ids }: Person, trx: Knex): Promise<Keys> {
    const clients: string[] = await trx("gw_session")
      .whereIn("id", [...sessions])
      .distinct()
      .pluck("client_id")
    return { clients, owners: clients.flatMap((client) => customer_ids.map((id) => `${client} ${id}`)) }
  }

  private eraseAnswers({ owners, clients }: Keys, about: readonly string[], email: string | null, db: Knex) {
    return run(db, STORED_RESPONSES, { owners: [...owners], clients: [...clients], about: [...about], email })
  }
}

/** The owners of idempotency keys: customers, and the clients that acted for guests. */
interface Keys {
  readonly owners: readonly string[]
  readonly clients: readonly string[]
}

const NO_DESTINATIONS = '{"destinations": [], "saved": [], "selected_destination_id": null}'

async function run(
  db: Knex,
  statement: string,
  bindings: Record<string, string | string[] | null>
): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(statement, bindings)
  return rowCount
}

const SESSIONS = `
  select * from gw_session where erasure_id is null and id = any (array(
    select id from gw_session where customer_id = any (:customers)
    union all
    select id from gw_session where customer_id is null and lower(requested -> 'buyer' ->> 'email') = :email
    union all
    select id from gw_session where customer_id is null and payment_id = any (:payments)))
   order by created_at desc`

/** A payment locks its session before it is stored, and is then refused if the session is deleted. */
const LOCK_SESSIONS = "select id from gw_session where id = any (:sessions) order by id for update"

const BEGUN = `
  select p.id as payment_id from gw_session s join gw_payment p on p.id = s.payment_id
   where s.id = any (:sessions) and p.erasure_id is null and not p.id = any (:payments)
   order by p.id limit 1`

/* Locks the session first, as a hand-over does. */
const HANDED_OVER = `
  select h.session_id, h.next_check_at is not null as is_followed
    from gw_session s join gw_storefront_hand_off h on h.session_id = s.id
   where s.id = any (:sessions) and h.order_id is null
   order by h.session_id for update of s, h`

/* A task's history is the client's own text; all other text in a task comes from the store. */
const TASKS = `
  select * from gw_task where id in (
    select id from gw_task where waits_for = any (:waited_for)
    union all
    select id from gw_task
     where history <> '[]' and position(cast(:email as text) in lower(cast(history as text))) > 0
       and exists (select from jsonb_path_query(history, 'strict $.**') as said (value)
                    where jsonb_typeof(value) = 'string' and lower(value #>> '{}') ~ cast(:named as text)))
   order by created_at desc, id`

/** Matches the address as a whole, not as a part of another address. */
const named = (email: string | null) =>
  email && `(?<![a-z0-9._%+-])${email.replace(/[^a-z0-9@]/g, "\\$&")}(?![a-z0-9-]|\\.[a-z0-9])`

/** The erasure id replaces the customer id, so that the session does not count as a guest's. */
const ERASE_SESSIONS = `
  update gw_session s
     set erasure_id = :erasure_id, updated_at = now(),
         customer_id = case when customer_id is not null then :erasure_id end,
         requested = (requested - 'note' - 'metadata') || cast('{"buyer": {}, "instruments": [], "attribution": {}}' as jsonb)
           || jsonb_build_object('delivery', (requested -> 'delivery') || cast('${NO_DESTINATIONS}' as jsonb))
   where id = any (:sessions)
     and exists (select from gw_payment p where p.id = s.payment_id and p.announced_at is not null)`

const DELETE_SESSIONS = "delete from gw_session where id = any (:sessions) and erasure_id is null"

/*
 * A guest's requests use keys of the client or of staff. A response is erased if it contains an id or the
 * e-mail address of the person.
 */
const STORED_RESPONSES = `
  update gw_idempotency k set answer = answer || cast('{"body": "{}"}' as jsonb)
   where answer is not null and answer ->> 'body' <> '{}' and (
     owner = any (:owners)
     or (owner like 'staff %' or split_part(owner, ' ', 1) = any (:clients)) and (
       exists (select from unnest(cast(:about as text[])) known (id) where position(known.id in k.answer ->> 'body') > 0)
       or position('"' || cast(:email as text) || '"' in lower(k.answer ->> 'body')) > 0))`

const ARTIFACTS_LEFT = "cast(cast(artifacts as jsonb) - 'sca_redirect_url' - 'card' as json)"

const ERASE_EVENTS = `update gw_task_event set artifacts = ${ARTIFACTS_LEFT} where task_id = any (:tasks)`

const ERASE_TASKS = `update gw_task set history = '[]', artifacts = ${ARTIFACTS_LEFT} where id = any (:tasks)`

const END_PUSH = `
  update gw_push_config set ended_at = now(), next_at = null, secrets = null
   where task_id = any (:tasks) and ended_at is null`
