/*
 * The tables that the audit reads, with one statement for each. The types have the columns of the statements. Amounts in
 * Medusa are decimals in major units and remain text here; amounts of the plugin are integers in minor units.
 */

/** A payment of the plugin. Amounts in minor units. */
export interface OurPayment {
  readonly id: string
  readonly merchant_reference: string
  /** The id at the bank, or at the provider of its session in Medusa. */
  readonly bank_payment_id: string | null
  /** `existing_order`: for an order that existed before the payment. */
  readonly origin: "order" | "cart" | "existing_order"
  readonly client_id: string | null
  readonly cart_id: string | null
  readonly description: string
  /** The storefront's address, to which the customer is redirected. */
  readonly continue_url: string | null
  readonly session_id: string | null
  readonly order_id: string | null
  readonly order_reference: string | null
  readonly intent: string
  readonly status: string
  readonly amount: number
  readonly captured_amount: number
  readonly refunded_amount: number
  readonly currency: string
  readonly review_reason: string | null
  /** The saved card that it charges. */
  readonly card_token_id: string | null
}

/** An effect of a payment, and whether it was performed. */
export interface Effect {
  readonly payment_id: string
  readonly key: string
  readonly is_done: boolean
  readonly last_error: string | null
}

/** A call of the plugin to the bank that moves money. */
export interface Operation {
  readonly id: string
  readonly payment_id: string
  readonly kind: string
  readonly merchant_reference: string
  readonly status: string
  readonly error_code: string | null
}

/** An event of the bank in the plugin's inbox. */
export interface BankEvent {
  readonly event_id: string
  readonly type: string
  readonly merchant_reference: string | null
}

/** A task of an agent. */
export interface Task {
  readonly id: string
  readonly state: string
  readonly skill_id: string
  /** The payment or card that it created, or the payment that it captures or refunds. */
  readonly subject_id: string | null
  /** The bank operation that it waits for, in a capture or refund. */
  readonly operation_id: string | null
  readonly seq: number
}

/** An event of a task. `seq` counts from 1. */
export interface TaskEvent {
  readonly task_id: string
  readonly seq: number
  readonly type: string
  readonly state: string
}
/** A saved card. */
export interface OurCard {
  readonly id: string
  readonly merchant_reference: string
  readonly bank_token_id: string | null
  /** The payment with which it was saved. */
  readonly payment_id: string | null
  readonly status: string
  readonly review_reason: string | null
}

/** A payment session in Medusa. Amount as a decimal in major units. */
export interface Session {
  readonly id: string
  readonly payment_collection_id: string
  readonly amount: string
  readonly currency_code: string
}

/** A payment collection in Medusa. Amounts as decimals in major units. */
export interface Collection {
  readonly id: string
  readonly amount: string
  readonly currency_code: string
  readonly captured_amount: string
  readonly refunded_amount: string
}

/** A payment in Medusa. Amount as a decimal in major units. */
export interface MedusaPayment {
  readonly id: string
  readonly payment_session_id: string
  readonly payment_collection_id: string
  readonly amount: string
  readonly currency_code: string
  readonly is_canceled: boolean
}

/** A capture or refund in Medusa. Amount as a decimal in major units. */
export interface MedusaMovement {
  readonly id: string
  readonly payment_id: string
  readonly amount: string
}

/** An order in Medusa. */
export interface Order {
  readonly id: string
  readonly display_id: number
  readonly status: string
  readonly currency_code: string
  readonly gw_payment_id: string | null
  readonly order_reference: string | null
  /** The ids of the disputes that the order shows the merchant. */
  readonly disputes: readonly string[]
  readonly email: string | null
  /** Medusa's sums, as decimals. */
  readonly transaction_total: string
  readonly paid_total: string
  readonly refunded_total: string
  readonly pending_difference: string
  readonly current_order_total: string
  readonly credit_line_total: string
}

/** The link of an order to a payment collection. */
export interface OrderCollection {
  readonly order_id: string
  readonly payment_collection_id: string
}

/** A transaction of an order: a capture or refund that Medusa counts. Amount as a decimal in major units. */
export interface Transaction {
  readonly id: string
  readonly order_id: string
  readonly reference: string
  readonly reference_id: string
  readonly amount: string
}

/** The link of a cart to a payment collection. */
export interface CartCollection {
  readonly cart_id: string
  readonly payment_collection_id: string
}
/** An unconfirmed change of an order. */
export interface OpenChange {
  readonly id: string
  readonly order_id: string
  readonly change_type: string
}
/** Unfinished work on an order. */
export interface OpenWork {
  readonly order_id: string
  readonly what: string
}
/** An item of an order with managed stock. */
export interface OrderItem {
  readonly order_id: string
  readonly item_id: string
  readonly quantity: number
}

/** A reservation of stock for a line of an order. */
export interface Reservation {
  readonly id: string
  readonly line_item_id: string | null
  readonly quantity: number
}

/** A client's volume as the merchant sees it, in minor units. */
export interface Volume {
  readonly client_id: string
  readonly currency: string
  readonly paid: number
  readonly refunded: number
}
/** A payment or refund that had to be approved by the merchant. */
export interface Approval {
  readonly id: string
  readonly kind: "payment" | "refund"
  readonly client_id: string
  readonly task_id: string | null
  readonly session_id: string | null
  readonly payment_id: string | null
  readonly amount: number
  readonly currency: string
  readonly status: string
  /** The operation that executes a refund, once it is approved. */
  readonly operation_id: string | null
  /** Why the bank has not executed an approved refund. */
  readonly failure_code: string | null
}

/** All rows that the audit reads. */
export interface Tables {
  readonly payments: OurPayment[]
  readonly cards: OurCard[]
  readonly effects: Effect[]
  readonly operations: Operation[]
  readonly waiting_events: BankEvent[]
  readonly tasks: Task[]
  readonly task_events: TaskEvent[]
  readonly sessions: Session[]
  readonly collections: Collection[]
  readonly medusa_payments: MedusaPayment[]
  readonly captures: MedusaMovement[]
  readonly refunds: MedusaMovement[]
  readonly orders: Order[]
  readonly order_collections: OrderCollection[]
  readonly cart_collections: CartCollection[]
  readonly transactions: Transaction[]
  readonly open_changes: OpenChange[]
  readonly open_work: OpenWork[]
  readonly items: OrderItem[]
  readonly reservations: Reservation[]
  readonly volumes: Volume[]
  readonly approvals: Approval[]
}

const MOVEMENT = "id, payment_id, amount::text"

const SUMS = [
  "transaction_total",
  "paid_total",
  "refunded_total",
  "pending_difference",
  "current_order_total",
]

/** The exact decimal, which Medusa stores next to the displayed number. */
const inSummary = (sum: string) =>
  `coalesce(summary.totals->'raw_${sum}'->>'value', summary.totals->>'${sum}', '0')`

/**
 * The session of a payment at another provider than the bank: the one that is paid, or the newest. Without an order, the
 * reference of a payment is Medusa's id of it.
 */
const OTHER_SESSION = `select s.id as session_id, s.data->>'id' as reference
    from payment_session s
    left join payment m on m.payment_session_id = s.id and m.deleted_at is null
    where p.route <> 'bank' and s.provider_id <> 'pp_gateway_bank'
      and s.payment_collection_id in (
        select payment_collection_id from order_payment_collection where order_id = p.order_id and deleted_at is null
        union all select payment_collection_id from payment where id = p.merchant_reference)
      and (m.id = p.merchant_reference or (p.order_id is not null and s.deleted_at is null))
    order by m.id is null, s.created_at desc limit 1`

const STATEMENTS: Record<keyof Tables, string> = {
  payments: `select p.id, merchant_reference, coalesce(other.reference, bank_payment_id) as bank_payment_id, origin, client_id,
    coalesce(other.session_id, p.session_id) as session_id, cart_id, order_id, order_reference, description, continue_url, intent,
    status, amount::float8, captured_amount::float8, refunded_amount::float8, currency, review_reason, card_token_id
    from gw_payment p left join lateral (${OTHER_SESSION}) other on true`,
  cards: "select id, merchant_reference, bank_token_id, payment_id, status, review_reason from gw_card_token",
  effects: "select payment_id, key, done_at is not null as is_done, last_error from gw_effect",
  operations: "select id, payment_id, kind, merchant_reference, status, error_code from gw_bank_operation",
  waiting_events: `select event_id, type, snapshot->>'merchant_reference' as merchant_reference
    from gw_bank_event where processed_at is null`,
  tasks: `select t.id, t.state, t.skill_id, o.id as operation_id, t.seq,
    coalesce(o.payment_id, t.waits_for) as subject_id
    from gw_task t left join gw_bank_operation o on o.id = t.waits_for
    where t.skill_id in ('create_payment', 'capture_payment', 'refund_payment', 'tokenize_card', 'recurrent_charge')`,
  task_events: "select task_id, seq, type, state from gw_task_event order by task_id, seq",
  sessions: "select id, payment_collection_id, amount::text, currency_code from payment_session",
  collections: `select id, amount::text, currency_code, coalesce(captured_amount, 0)::text as captured_amount,
    coalesce(refunded_amount, 0)::text as refunded_amount from payment_collection where deleted_at is null`,
  medusa_payments: `select id, payment_session_id, payment_collection_id, amount::text, currency_code,
    canceled_at is not null as is_canceled from payment where deleted_at is null`,
  captures: `select ${MOVEMENT} from capture where deleted_at is null`,
  refunds: `select ${MOVEMENT} from refund where deleted_at is null`,
  orders: `select o.id, o.display_id, o.status::text, o.currency_code, o.metadata->>'gw_payment_id' as gw_payment_id,
    o.metadata->>'order_reference' as order_reference,
    coalesce(jsonb_path_query_array(o.metadata, '$.gw_disputes[*].id'), '[]') as disputes,
    o.email, ${SUMS.map((sum) => `${inSummary(sum)} as ${sum}`).join(", ")},
    coalesce((select sum(c.amount) from order_credit_line c
      where c.order_id = o.id and c.deleted_at is null and c.version = (
        select max(l.version) from order_credit_line l
          where l.order_id = o.id and l.deleted_at is null)), 0)::text as credit_line_total
    from "order" o
    left join lateral (select totals from order_summary s where s.order_id = o.id and s.deleted_at is null
      order by s.version desc limit 1) summary on true
    where o.deleted_at is null`,
  order_collections: `select order_id, payment_collection_id from order_payment_collection where deleted_at is null`,
  cart_collections: "select cart_id, payment_collection_id from cart_payment_collection",
  transactions: `select id, order_id, reference, reference_id, amount::text from order_transaction
    where deleted_at is null`,
  open_changes: `select id, order_id, change_type from order_change
    where status in ('pending', 'requested') and deleted_at is null`,
  open_work: `select order_id, 'the credit line of a refund' as what from gw_refund_baseline
    union all select order_id, 'its cancellation' from gw_order_cancellation where ended_at is null`,
  items: `select distinct on (i.item_id) i.order_id, i.item_id, i.quantity::float8
    from order_item i join order_line_item l on l.id = i.item_id
    join product_variant v on v.id = l.variant_id and v.manage_inventory
    where i.deleted_at is null order by i.item_id, i.version desc`,
  reservations: "select id, line_item_id, quantity::float8 from reservation_item where deleted_at is null",
  volumes: `select client_id, currency, sum(paid)::float8 as paid, sum(refunded)::float8 as refunded
    from gw_client_revenue group by client_id, currency`,
  approvals: `select id, kind, client_id, task_id, session_id, payment_id, amount::float8, currency, status, operation_id,
    failure_code from gw_approval`,
}

/** A connection to the store's database. In an open transaction, the audit also reads its uncommitted changes. */
export interface Queryable {
  query(text: string): Promise<{ rows: object[] }>
}

/** Reads the current rows of every table. */
export async function readTables(database: Queryable): Promise<Tables> {
  const tables: Record<string, object[]> = {}
  for (const [name, statement] of Object.entries(STATEMENTS))
    tables[name] = (await database.query(statement)).rows
  return tables as unknown as Tables
}
