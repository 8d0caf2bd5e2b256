import type { Books } from "./books"
import { type CardFile, type Dossier, EMPTY, type OrderFile, type RecordFile, type TaskFile } from "./dossier"
import { groupBy } from "./group-by"
import { minorOf, sum } from "./money"
import type { Story } from "./story"
import type { MedusaMovement, OurPayment } from "./tables"

/** Groups all records by payment, or by card saved without a payment. Each record is in at least one dossier. */
export function dossiersOf(books: Books): Dossier[] {
  const { tables, bank } = books
  const [records, tasks, cards] = [recordsOf(books), tasksOf(books), cardsOf(books)]
  const storyOf = storyFinder(books)
  const orders = ordersOf(books, records, storyOf)
  const storyOfPayment = paymentStories(books, storyOf)
  const find = {
    bank: groupBy(bank, (payment) => payment.merchant_reference),
    session: groupBy(tables.sessions, ({ id }) => id),
    records: groupBy(records, (record) => record.payment_session_id),
    tasks: groupBy(tasks, (task) => task.subject_id),
    cards: groupBy(cards, (card) => card.payment_id),
    effects: groupBy(tables.effects, (effect) => effect.payment_id),
    operations: groupBy(tables.operations, (operation) => operation.payment_id),
    events: groupBy(tables.waiting_events, (event) => event.merchant_reference),
    requests: groupBy(tables.payments, (payment) => payment.order_reference),
    requested: groupBy(books.requested, (requested) => requested.payment_id),
  }
  const ordersFor = orderFinder(books, orders)
  const known = tables.payments.map((ours): Dossier => {
    const [session] = find.session(ours.session_id)
    return {
      ...EMPTY,
      name: nameOf(ours),
      ours,
      story: storyOfPayment(ours),
      twins: find.requests(ours.order_reference).filter(({ id }) => id !== ours.id),
      bank: find.bank(ours.merchant_reference)[0],
      is_created_on_page: books.mode !== "gwb",
      session,
      cards: find.cards(ours.id),
      records: find.records(ours.session_id),
      orders: ordersFor(ours, find.records(ours.session_id)),
      tasks: find.tasks(ours.id),
      effects: find.effects(ours.id),
      operations: find.operations(ours.id),
      waiting_events: find.events(ours.merchant_reference),
      requested: find.requested(ours.id),
      is_void_requested: books.voided.includes(ours.id),
      is_cancel_requested: isCancelRequested(books, ours, storyOfPayment(ours)),
    }
  })
  const withoutPayment = cards
    .filter(({ payment_id }) => !payment_id)
    .map((card): Dossier => ({
      ...EMPTY,
      name: card.id,
      cards: [card],
      tasks: find.tasks(card.id),
      waiting_events: find.events(card.merchant_reference),
    }))
  const found = [...known, ...withoutPayment]
  return [...found, ...straysOf(books, found, { orders, records, tasks })]
}

const nameOf = ({ id, order_reference }: OurPayment) => (order_reference ? `${id} (${order_reference})` : id)

/** Canceling an order also ends all its other payments. */
function isCancelRequested({ canceled }: Books, { id }: OurPayment, story: Story | undefined): boolean {
  return canceled.includes(id) || canceled.some((other) => story?.known_as.includes(other))
}

/**
 * All references by which a story can contain its payment. The description of a checkout's payment ends with the id of
 * the checkout, and the storefront's address of a cart's payment ends with the reference of the story.
 */
function namesOf(ours: OurPayment): (string | null)[] {
  const { id, order_reference, cart_id, order_id, description, continue_url } = ours
  const last = description.split(" ").at(-1) ?? null
  return [id, order_reference, cart_id, order_id, last, continue_url?.split("/").at(-1) ?? null]
}

/** Finds the story of a payment, also by the cart that Medusa has linked to the collection of its session. */
function paymentStories(books: Books, storyOf: ReturnType<typeof storyFinder>) {
  const { sessions, cart_collections } = books.tables
  const session = groupBy(sessions, ({ id }) => id)
  const carts = groupBy(cart_collections, (link) => link.payment_collection_id)
  return (ours: OurPayment): Story | undefined => {
    const ofCart = carts(session(ours.session_id)[0]?.payment_collection_id).map(({ cart_id }) => cart_id)
    return storyOf([...namesOf(ours), ...ofCart])
  }
}

function storyFinder({ stories }: Books): (names: readonly (string | null)[]) => Story | undefined {
  const known = new Map(stories.flatMap((story) => story.known_as.map((name) => [name, story] as const)))
  return (names) => names.map((name) => known.get(name ?? "")).find(Boolean)
}

/** The records that belong to no payment of the plugin. */
function straysOf(
  { mode, tables, bank, tokens }: Books,
  known: readonly Dossier[],
  all: { orders: readonly OrderFile[]; records: readonly RecordFile[]; tasks: readonly TaskFile[] }
): Dossier[] {
  const items = new Set(tables.items.map(({ item_id }) => item_id))
  const unseen = <Row>(rows: readonly Row[], seen: readonly (Row | undefined)[]) => {
    const knownRows = new Set(seen)
    return rows.filter((row) => !knownRows.has(row))
  }
  const at = <Key extends "cards" | "orders" | "records" | "tasks" | "waiting_events">(key: Key) =>
    known.flatMap((dossier) => dossier[key] as readonly Dossier[Key][number][])
  return [
    ...unseen(
      bank,
      known.map((dossier) => dossier.bank)
    ).map((payment) => ({ ...EMPTY, name: payment.id, bank: payment })),
    ...unseen(all.orders, at("orders")).map((order) => ({ ...EMPTY, name: order.id, orders: [order] })),
    ...unseen(all.records, at("records"))
      .filter((record) => mode !== "storefront" || !isReturned(record))
      .map((record) => ({ ...EMPTY, name: record.id, records: [record] })),
    ...unseen(all.tasks, at("tasks")).map((task) => ({ ...EMPTY, name: task.id, tasks: [task] })),
    ...unseen(tables.waiting_events, at("waiting_events")).map((event) => ({
      ...EMPTY,
      name: event.event_id,
      waiting_events: [event],
    })),
    ...unseen(
      tokens,
      at("cards").flatMap(({ at_bank }) => at_bank)
    ).map((token) => ({ ...EMPTY, name: token.id, stray_tokens: [token] })),
    ...tables.reservations
      .filter(({ line_item_id }) => !items.has(line_item_id ?? ""))
      .map((reservation) => ({ ...EMPTY, name: reservation.id, stray_reservations: [reservation] })),
  ]
}

/** Medusa itself cancels or refunds the payment of a storefront's cart that it cannot complete. */
function isReturned({ is_canceled, captures, refunds }: RecordFile): boolean {
  const amounts = (movements: readonly { amount: number }[]) => sum(movements.map(({ amount }) => amount))
  return is_canceled || (captures.length > 0 && amounts(captures) === amounts(refunds))
}

/** The orders of a payment: by the plugin's row, by the order's metadata, and by Medusa's links. */
function orderFinder({ tables }: Books, orders: readonly OrderFile[]) {
  const byId = groupBy(orders, ({ id }) => id)
  const byPayment = groupBy(orders, (order) => order.gw_payment_id)
  const byRequest = groupBy(orders, (order) => order.order_reference)
  const links = groupBy(tables.order_collections, (link) => link.payment_collection_id)
  return (ours: OurPayment, records: readonly RecordFile[]): OrderFile[] => {
    const linked = records.flatMap((record) => links(record.payment_collection_id))
    const found = [
      ...byId(ours.order_id),
      ...byPayment(ours.id),
      ...byRequest(ours.order_reference),
      ...linked.flatMap(({ order_id }) => byId(order_id)),
    ]
    return [...new Set(found)]
  }
}

function ordersOf(
  { tables, placed, lost }: Books,
  records: readonly RecordFile[],
  storyOf: ReturnType<typeof storyFinder>
): OrderFile[] {
  const links = groupBy(tables.order_collections, ({ order_id }) => order_id)
  const inCollection = groupBy(records, (record) => record.payment_collection_id)
  const transactions = groupBy(tables.transactions, ({ order_id }) => order_id)
  const changes = groupBy(tables.open_changes, ({ order_id }) => order_id)
  const work = groupBy(tables.open_work, ({ order_id }) => order_id)
  const items = groupBy(tables.items, ({ order_id }) => order_id)
  const reservations = groupBy(tables.reservations, ({ line_item_id }) => line_item_id)
  const announced = groupBy([...placed, ...lost], (id) => id)
  return tables.orders.map((order) => ({
    ...order,
    transactions: transactions(order.id),
    open_changes: changes(order.id),
    open_work: work(order.id),
    items: items(order.id),
    reservations: items(order.id).flatMap(({ item_id }) => reservations(item_id)),
    placed: announced(order.id).length,
    records: links(order.id).flatMap((link) => inCollection(link.payment_collection_id)),
    story: storyOf([order.id, order.gw_payment_id, order.order_reference, order.email]),
  }))
}

function recordsOf({ tables }: Books): RecordFile[] {
  const captures = groupBy(tables.captures, ({ payment_id }) => payment_id)
  const refunds = groupBy(tables.refunds, ({ payment_id }) => payment_id)
  const collections = groupBy(tables.collections, ({ id }) => id)
  return tables.medusa_payments.map((payment) => {
    const inMinor = ({ id, amount }: MedusaMovement) => ({
      id,
      amount: minorOf(amount, payment.currency_code),
      decimal: amount,
    })
    return {
      ...payment,
      captures: captures(payment.id).map(inMinor),
      refunds: refunds(payment.id).map(inMinor),
      collection: collections(payment.payment_collection_id)[0],
    }
  })
}

function tasksOf({ tables }: Books): TaskFile[] {
  const events = groupBy(tables.task_events, ({ task_id }) => task_id)
  const approvals = groupBy(tables.approvals, ({ task_id }) => task_id)
  return tables.tasks.map((task) => ({
    ...task,
    events: events(task.id),
    needed_approval: approvals(task.id).length > 0,
  }))
}

function cardsOf({ tables, tokens }: Books): CardFile[] {
  const saved = groupBy(tokens, (token) => token.merchant_reference)
  return tables.cards.map((card) => ({ ...card, at_bank: saved(card.merchant_reference) }))
}
