import { deepCursors, deepPayment, paymentId } from "./positions"

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** The client to which half of all rows belong, and one of the others. */
const BUSY = "bench_agent_1"
const QUIET = "bench_agent_20"

type Query = Record<string, string | number>

/** The requests of the merchant's admin: the name of each, and its path below the API's root. */
export async function pathsOf(count: number): Promise<Record<string, string>> {
  const deep = await deepCursors()
  return {
    ...payments(count),
    ...tasks(deep.gw_task, count),
    ...agents(deep.gw_oauth_client, deep.gw_oauth_grant),
    ...listed("audit", "/audit", AUDIT, deep.gw_audit),
    ...webhooks(deep.gw_webhook_subscription, deep.gw_webhook_delivery),
    ...listed("approvals", "/approvals", APPROVALS, deep.gw_approval),
    ...listed("alerts", "/alerts", ALERTS, deep.gw_alert),
    attention: "/attention",
    checklist: "/checklist",
    funnel_of_a_client: `/funnel?client_id=${QUIET}`,
  }
}

/** A list without filters and with each of these queries, each also with a page deep in the list. */
function listed(name: string, path: string, queries: Record<string, Query>, cursor: string) {
  const all: Record<string, Query> = { "": {}, ...queries }
  const paths = Object.entries(all).flatMap(([by, query]) => {
    const what = by ? `${name}_by_${by}` : name
    return [
      [what, withQuery(path, query)],
      [`${what}_deep`, withQuery(path, { ...query, cursor })],
    ]
  })
  return Object.fromEntries(paths) as Record<string, string>
}

const withQuery = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`

function payments(count: number) {
  const narrowed = {
    status: { status: "captured" },
    rarer_status: { status: "declined" },
    display_status: { display_status: "paid" },
    rarer_display_status: { display_status: "partially_refunded" },
    currency: { currency: "RON" },
    currency_and_status: { currency: "RON", status: "declined", limit: 1 },
    currency_and_display_status: { currency: "RON", display_status: "needs_review", limit: 1 },
    client: { client_id: BUSY },
    quiet_client: { client_id: QUIET, limit: 1 },
    client_and_status: { client_id: BUSY, status: "declined", limit: 1 },
    client_and_display_status: { client_id: BUSY, display_status: "partially_refunded", limit: 1 },
    client_and_currency: { client_id: BUSY, currency: "RON", limit: 5 },
    time: { created_from: ago(340), created_to: ago(100) },
    review: { review: "true", limit: 3 },
    no_review: { review: "false" },
  }
  return {
    ...listed("payments", "/payments", narrowed, deepPayment(count)),
    ...Object.fromEntries(
      Object.entries({
        id: paymentId(count / 2),
        bank_id: `bank_bench_${count / 2}`,
        reference: `gwp_bench_${count / 2}`,
        order_number: `#${1_000_000 + count / 2}`,
        nothing: "no such payment",
      }).map(([by, q]) => [`payments_searched_by_${by}`, withQuery("/payments", { q })])
    ),
    payments_of_an_order: withQuery("/payments", { order_id: `order_bench_${count / 2}`, limit: 1 }),
    payment: `/payments/${paymentId(22)}`,
    payment_deep: `/payments/${paymentId(count * 0.9 + 2)}`,
  }
}

function tasks(cursor: string, count: number) {
  const narrowed = {
    state: { state: "completed" },
    rarer_state: { state: "input-required", limit: 1 },
    skill: { skill: "charge_card", limit: 1 },
    client: { client_id: BUSY },
    quiet_client: { client_id: QUIET, limit: 1 },
    client_and_state: { client_id: BUSY, state: "failed", limit: 1 },
    client_and_skill: { client_id: BUSY, skill: "create_payment" },
    client_and_other_skill: { client_id: BUSY, skill: "charge_card" },
    skill_and_state: { skill: "charge_card", state: "completed", limit: 1 },
  }
  return {
    ...listed("tasks", "/tasks", { ...narrowed, oldest: { order: "created_at" } }, cursor),
    tasks_searched_by_payment: withQuery("/tasks", { q: paymentId(count / 2) }),
    tasks_searched_by_nothing: withQuery("/tasks", { q: "no such task" }),
    task: `/tasks/task_bench_${count / 2}`,
  }
}

function agents(cursor: string, consents: string) {
  const narrowed = {
    status: { status: "pending", limit: 2 },
    flavor: { flavor: "ucp", limit: 5 },
    name: { q: "company 1", limit: 5 },
    id: { q: "agent_1", limit: 5 },
    nothing: { q: "no such agent" },
  }
  return {
    ...listed("agents", "/clients", narrowed, cursor),
    agent: `/clients/${QUIET}`,
    busy_agent: `/clients/${BUSY}`,
    ...listed("consents", `/clients/${BUSY}/grants`, {}, consents),
  }
}

const AUDIT = {
  type: { type: "token_issued" },
  rarer_type: { type: "call_refused", limit: 5 },
  client: { client_id: BUSY },
  quiet_client: { client_id: QUIET, limit: 1 },
  client_and_type: { client_id: BUSY, type: "consent_given" },
  client_and_no_such_type: { client_id: BUSY, type: "call_refused" },
  time: { from: ago(340), to: ago(100) },
  oldest: { order: "at" },
  text: { q: "rate_limited", limit: 5 },
  text_of_nothing: { q: "no such text" },
}

function webhooks(cursor: string, deliveries: string) {
  const narrowed = {
    client: { client_id: BUSY },
    status: { status: "disabled", limit: 2 },
    failing: { status: "failing", limit: 1 },
    url: { q: "agent1", limit: 5 },
    nothing: { q: "no-such-host" },
    created: { order: "created_at" },
  }
  const states = {
    oldest: { order: "created_at" },
    pending: { state: "pending" },
    delivered: { state: "delivered" },
    dead: { state: "dead" },
  }
  const busy = `/webhooks/wh_bench_${BUSY.slice(12)}`
  return {
    ...listed("webhooks", "/webhooks", narrowed, cursor),
    webhook: "/webhooks/wh_bench_20",
    busy_webhook: busy,
    ...listed("deliveries", `${busy}/deliveries`, states, deliveries),
    delivery: `${busy}/deliveries/whd_bench_4`,
  }
}

const APPROVALS = {
  waiting: { status: "waiting", limit: 3 },
  decided: { status: "decided" },
  refused: { status: "refused" },
  client: { client_id: BUSY },
  client_and_status: { client_id: BUSY, status: "refused" },
}

const ALERTS = { all: { status: "all" }, kind: { status: "all", kind: "dispute" } }
