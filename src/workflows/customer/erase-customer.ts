import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Obstacle } from "../../domain/obstacle"
import { reached } from "../../lib/failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"
import { POLICY_MODULE } from "../../modules/policy"
import type { Erasure, ErasureCounts } from "../../modules/policy/models/erasure"
import type PolicyService from "../../modules/policy/service"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import { type PersonalData, personalData } from "../../queries/customer/personal-data"
import { type Person, findPerson } from "../../queries/customer/persons"
import { revokeCard } from "../card/revoke-card"
import { eraseAttribution, eraseCarts } from "./erase-in-store"

/**
 * Carries out a requested erasure, all of it in one transaction. Waits while another process carries it out. Safe to
 * repeat, also after a crash at any instruction. An obstacle is stored with the erasure, which is tried again later.
 * Returns the erasure as it is afterwards. Saved cards are ended at the bank after the transaction, with retries.
 */
export async function executeErasure(container: MedusaContainer, id: string): Promise<Erasure> {
  const { erasures } = container.resolve<PolicyService>(POLICY_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await reached("erasure_begun", id)
  try {
    await knex.transaction((trx) => eraseAll(container, id, trx))
  } catch (error) {
    if (!(error instanceof Obstructed)) throw error
    await erasures.recordObstacle(id, error.obstacle)
  }
  await reached("erasure_committed", id)
  const erasure = await erasures.retrieve(id)
  if (erasure.done_at) await endCards(container, id)
  return erasure
}

class Obstructed extends Error {
  constructor(readonly obstacle: Obstacle) {
    super(obstacle.code)
  }
}

async function eraseAll(container: MedusaContainer, id: string, trx: Knex): Promise<void> {
  const { erasures } = container.resolve<PolicyService>(POLICY_MODULE)
  const erasure = await erasures.lock(id, trx)
  if (!erasure) return
  const person = await personOf(container, erasure, trx)
  const data = await personalData(container, person, trx)
  const obstacle = await obstacleTo(container, person, data, trx)
  if (obstacle) throw new Obstructed(obstacle)
  const counts = await erase(container, { erasure, person, data }, trx)
  await reached("erasure_made", id)
  await erasures.finish(id, counts, trx)
}

/** Why the person's data cannot be erased yet; undefined when there is no obstacle. */
export async function obstacleTo(
  container: MedusaContainer,
  { email }: Person,
  { payments, sessions }: PersonalData,
  trx?: Knex
): Promise<Obstacle | undefined> {
  const bank = container.resolve<BankService>(BANK_MODULE).personal
  const agent = container.resolve<AgentService>(AGENT_MODULE).personal
  const policy = container.resolve<PolicyService>(POLICY_MODULE).personal
  return (
    (await bank.obstacle(payments, trx)) ??
    (await agent.obstacle({ sessions, payments }, trx)) ??
    (email ? policy.obstacle(email, trx) : undefined)
  )
}

async function personOf(
  container: MedusaContainer,
  { customer_id, email }: Erasure,
  trx: Knex
): Promise<Person> {
  const name = customer_id ? { customer_id } : { email: String(email) }
  return (
    (await findPerson(container, name, email, trx)) ?? {
      customer_ids: customer_id ? [customer_id] : [],
      email,
    }
  )
}

interface Erasing {
  readonly erasure: Erasure
  readonly person: Person
  readonly data: PersonalData
}

async function erase(
  container: MedusaContainer,
  { erasure: { id, updated_by: by }, person, data }: Erasing,
  trx: Knex
): Promise<ErasureCounts> {
  const { payments, cards, sessions, waited_for, aggregates } = data
  const ids = (rows: readonly { readonly id: string }[]) => rows.map((row) => row.id)
  const oauth = container.resolve<OAuthService>(OAUTH_MODULE).personal
  const bank = container.resolve<BankService>(BANK_MODULE).personal
  const agent = container.resolve<AgentService>(AGENT_MODULE).personal
  const webhooks = container.resolve<WebhookService>(WEBHOOK_MODULE).personal
  await container.resolve<PolicyService>(POLICY_MODULE).personal.erase(ids(payments), ids(sessions), trx)
  await eraseAttribution(
    payments.flatMap(({ order_id }) => order_id ?? []),
    trx
  )
  return {
    consents: await oauth.erase(person.customer_ids, { erasure_id: id, by }, trx),
    ...(await bank.erase({ payments: ids(payments), cards: ids(cards) }, id, trx)),
    ...(await agent.erase({ sessions: ids(sessions), waited_for }, person, id, trx)),
    ...(await webhooks.erase(aggregates, trx)),
    carts: await eraseCarts(person.customer_ids, trx),
  }
}

/** Ends the cards at the bank. Reconciliation repeats what fails; the store itself charges these cards no more. */
async function endCards(container: MedusaContainer, erasure_id: string): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { cards } = await bank.personal.erased(erasure_id)
  for (const card of cards)
    await revokeCard(container, card).catch((error: Error) => {
      const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
      logger.warn(`card ${card} is not ended at the bank yet: ${error.message}`)
    })
}

/**
 * Erases once more, some minutes later: a bank notification or a response that was being stored during the erasure was
 * not visible to it.
 */
export async function eraseAgain(
  container: MedusaContainer,
  { id, customer_id, done_at }: Erasure
): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE).personal
  const agent = container.resolve<AgentService>(AGENT_MODULE).personal
  const oauth = container.resolve<OAuthService>(OAUTH_MODULE).personal
  const webhooks = container.resolve<WebhookService>(WEBHOOK_MODULE).personal
  await bank.eraseMessages(id)
  const { payments, cards, orders } = await bank.erased(id)
  const waited_for = [...payments, ...cards, ...(await bank.operations(payments))]
  const owners = (await oauth.clientsOf(id)).map((client) => `${client} ${customer_id}`)
  const sessions = await agent.eraseAgain(id, waited_for, owners)
  await webhooks.eraseBodies([...orders, ...sessions], done_at ?? new Date())
  await container.resolve<PolicyService>(POLICY_MODULE).erasures.markChecked(id)
}
