import type { MedusaContainer } from "@medusajs/framework/types"
import type { Session } from "../../modules/agent/models/session"
import type { Task } from "../../modules/agent/models/task"
import { BANK_MODULE } from "../../modules/bank"
import { type CardToken, cardRecordOf } from "../../modules/bank/models/card"
import { type Payment, recordOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { OAUTH_MODULE } from "../../modules/oauth"
import type { NamedGrant } from "../../modules/oauth/personal"
import type OAuthService from "../../modules/oauth/service"
import { POLICY_MODULE } from "../../modules/policy"
import type { AuditEntry } from "../../modules/policy/models/audit-entry"
import { type Erasure, shownErasure } from "../../modules/policy/models/erasure"
import type PolicyService from "../../modules/policy/service"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type { ShownEvent } from "../../modules/webhook/personal"
import type WebhookService from "../../modules/webhook/service"
import { personalData } from "./personal-data"
import type { Person } from "./persons"

/** The maximum number of webhook events and of audit entries in an export. The newest are included. */
const MAX_ROWS = 10_000

/**
 * All stored data about a person, with the members listed in docs/privacy.md. Contains no secrets and nothing
 * that can be used to charge a card.
 */
export async function customerExport(
  container: MedusaContainer,
  person: Person,
  erasures: readonly Erasure[]
): Promise<Record<string, unknown>> {
  const policy = container.resolve<PolicyService>(POLICY_MODULE)
  const webhooks = container.resolve<WebhookService>(WEBHOOK_MODULE).personal
  const consents = container.resolve<OAuthService>(OAUTH_MODULE).personal
  const { payments, cards, sessions, tasks, aggregates } = await personalData(container, person)
  const erased_at = erasures.find(({ done_at }) => done_at)?.done_at ?? null
  return {
    consents: (await consents.consents(person.customer_ids)).map(consentView),
    cards: cards.map(cardView),
    payments: await oneByOne(payments, (payment) => paymentView(container, payment)),
    sessions: sessions.map(sessionView),
    tasks: tasks.map(taskView),
    webhook_events: (await webhooks.events(aggregates, MAX_ROWS)).map(eventView),
    audit: (await policy.audit.ofCustomers(person.customer_ids, erased_at, MAX_ROWS)).map(entryView),
    erasures: erasures.map(shownErasure),
  }
}

const consentView = ({ id, client_id, client_name, scopes, created_at, revoked_at }: NamedGrant) => ({
  id,
  client_id,
  client_name,
  scopes,
  created_at,
  revoked_at,
})

function cardView(card: CardToken) {
  const { client_id, customer_reference, currency, terms, created_at } = card
  return { ...cardRecordOf(card), client_id, customer_reference, currency, terms, created_at }
}

/**
 * A payment with its bank operations and events. The raw messages are not included, because they contain the
 * bank's tokens.
 */
async function paymentView(container: MedusaContainer, payment: Payment) {
  const { overview } = container.resolve<BankService>(BANK_MODULE)
  const { operations, events } = await overview.trace(payment)
  const { client_id, order_id, description, customer_email, disputes } = payment
  const moved = operations.map(({ kind, amount, status, created_at }) => ({
    kind,
    amount,
    status,
    created_at,
  }))
  const messages = events.map(({ event_id, type, received_at }) => ({ event_id, type, received_at }))
  return {
    ...recordOf(payment),
    client_id,
    order_id,
    description,
    customer_email,
    disputes,
    operations: moved,
    bank_messages: messages,
  }
}

const sessionView = ({
  id,
  kind,
  client_id,
  customer_id,
  requested,
  quote,
  payment_id,
  ordered_at,
  canceled_at,
  expires_at,
  created_at,
}: Session) => ({
  id,
  kind,
  client_id,
  customer_id,
  requested,
  quote,
  payment_id,
  ordered_at,
  canceled_at,
  expires_at,
  created_at,
})

const taskView = ({ id, client_id, skill_id, state, history, artifacts, created_at, updated_at }: Task) => ({
  id,
  client_id,
  skill_id,
  state,
  messages: history,
  artifacts,
  created_at,
  updated_at,
})

const eventView = ({ id, type, occurred_at, data, body, entity }: ShownEvent) => ({
  id,
  type,
  occurred_at,
  data,
  body: body ?? entity,
})

const entryView = ({ at, type, client_id, detail }: AuditEntry) => ({ at, type, client_id, detail })

/** One after the other, because a person can have thousands of payments and other requests need the database too. */
async function oneByOne<T, View>(all: readonly T[], read: (one: T) => Promise<View>): Promise<View[]> {
  const views: View[] = []
  for (const one of all) views.push(await read(one))
  return views
}
