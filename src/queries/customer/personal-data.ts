import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { AGENT_MODULE } from "../../modules/agent"
import type { Session } from "../../modules/agent/models/session"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { CardToken } from "../../modules/bank/models/card"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import type { Person } from "./persons"

/** All stored data about a person that is not erased. */
export interface PersonalData {
  readonly payments: readonly Payment[]
  readonly cards: readonly CardToken[]
  readonly sessions: readonly Session[]
  readonly tasks: readonly Task[]
  /** The payments, operations and cards for which the person's tasks may wait. */
  readonly waited_for: readonly string[]
  /** The subjects of webhook events: the person's orders and checkout sessions. */
  readonly aggregates: readonly string[]
}

/**
 * The stored data about a person. Inside the transaction `trx`, the payments are locked. A payment or session
 * of another customer account belongs to that account, even if it contains this person's e-mail address.
 */
export async function personalData(
  container: MedusaContainer,
  person: Person,
  trx?: Knex
): Promise<PersonalData> {
  const bank = container.resolve<BankService>(BANK_MODULE).personal
  const agent = container.resolve<AgentService>(AGENT_MODULE).personal
  const payments = await bank.payments(await paymentsOf(container, person, trx), trx)
  const paid = payments.map(({ id }) => id)
  const sessions = await agent.sessions(person, paid, trx)
  const cards = await bank.cards(paid, [...person.customer_ids, ...(person.email ? [person.email] : [])], trx)
  const operations = await bank.operations(paid, trx)
  const waited_for = [...paid, ...operations, ...cards.map(({ id }) => id)]
  const tasks = await agent.tasks(waited_for, person.email, trx)
  const aggregates = [...sessions.map(({ id }) => id), ...payments.flatMap(({ order_id }) => order_id ?? [])]
  return { payments, cards, sessions, tasks, waited_for, aggregates }
}

async function paymentsOf(
  container: MedusaContainer,
  { customer_ids, email }: Person,
  trx?: Knex
): Promise<string[]> {
  const knex = trx ?? container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const whose = { customers: [...customer_ids], email }
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(PAYMENTS, whose)
  return rows.map(({ id }) => id)
}

const PAYMENTS = `
  select p.id from gw_payment p where p.erasure_id is null and p.id = any (array(
    select o.id from gw_payment o where lower(o.customer_email) = :email
    union
    select b.id from "order" o join gw_payment b on b.order_id = o.id where o.customer_id = any (:customers)
    union
    select b.id from cart c join gw_payment b on b.cart_id = c.id where c.customer_id = any (:customers)
    union
    select payment_id from gw_session where customer_id = any (:customers)
    union
    select payment_id from gw_session where customer_id is null and lower(requested -> 'buyer' ->> 'email') = :email
  )) and not exists (
    select from gw_session s
     where s.payment_id = p.id and s.customer_id is not null and s.customer_id <> all (:customers))`
