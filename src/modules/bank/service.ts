import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Acknowledgement,
  type BankCapabilities,
  BankError,
  isForNow,
  type MovementCapabilities,
  type NotificationRequest,
  type PaymentSnapshot,
  type TokenSnapshot,
} from "../../drivers/driver"
import {
  PAGE_CAPABILITIES,
  providerCapabilities,
  STOREFRONT_CAPABILITIES,
} from "../../drivers/provider-capabilities"
import { type AmountRoute, isAtProvider, routeNamesIn } from "../../domain/payment-route"
import { endedUnpaid } from "../../domain/settlement"
import { reached } from "../../lib/failpoints"
import { closeHeartbeats } from "../../lib/heartbeat"
import { type GatewayOptions, readOptions } from "../../options"
import { BankAccounts } from "./accounts"
import { BookChecks } from "./book-checks"
import { CallEnded, Calls } from "./calls"
import { CardMandates } from "./card-mandates"
import { Cards, setupCallOf } from "./cards"
import { Cancellations } from "./cancellations"
import { CartLocks } from "./cart-locks"
import { Duplicates } from "./duplicates"
import { DeferredPayments } from "./deferred-payments"
import { Effects } from "./effects"
import { isExecutedIn } from "./executed-in"
import { HandOffs } from "./hand-offs"
import { Inbox, storedId } from "./inbox"
import type { CardToken } from "./models/card"
import type { StoredEvent } from "./models/event"
import type { Operation } from "./models/operation"
import type { Payment } from "./models/payment"
import { Overview } from "./overview"
import { PagePayments } from "./page-payments"
import { Personal } from "./personal"
import { ProviderCards } from "./provider-cards"
import { ProviderPayments } from "./provider-payments"
import { purgeMessages } from "./purge"
import { type NewOperation, Operations } from "./operations"
import { orderCustomer } from "./order-customer"
import { Placements } from "./placements"
import { Payments, chargeCallOf, createCallOf } from "./payments"
import {
  type MedusaRecord,
  type OrderRecord,
  findOrderOfSession,
  findRecord,
  regionOfSession,
} from "./records"
import { type Verdict, applySnapshot } from "./reducer"
import { RefundBaselines } from "./refund-baselines"
import { ScanCursors } from "./scan-cursors"
import { AgentRevenueReader } from "./agent-revenue"
import { ClientRevenueLedger } from "./client-revenue"
import { Spendings } from "./spending"
import { move } from "./move"
import { storedCard } from "./stored-card"
import { storedPayment } from "./stored-payment"
import { UnpaidHolds } from "./unpaid-holds"

/**
 * How many of the bank events that were already read `catchUp` reads again, because the bank may commit an
 * event late.
 */
const OVERLAP = 100

interface Dependencies {
  __pg_connection__: Knex
}

/**
 * The gateway's access to the store's accounts at banks, and the payments, cards, operations and bank events
 * stored with it. Each bank update is applied once, whichever way it arrives.
 */
export default class BankService {
  /** Medusa calls this at shutdown. */
  readonly __hooks = { onApplicationShutdown: async () => closeHeartbeats(this.knex) }
  readonly options: GatewayOptions
  readonly accounts: BankAccounts
  readonly payments: Payments
  readonly operations: Operations
  readonly inbox: Inbox
  readonly effects: Effects
  readonly cards: Cards
  readonly mandates: CardMandates
  readonly providerCards: ProviderCards
  readonly cartLocks: CartLocks
  readonly handOffs: HandOffs
  readonly placements: Placements
  readonly providerPayments: ProviderPayments
  readonly deferredPayments: DeferredPayments
  readonly pagePayments: PagePayments
  readonly overview: Overview
  readonly personal: Personal
  readonly revenue: ClientRevenueLedger
  readonly agentRevenue: AgentRevenueReader
  readonly spending: Spendings
  readonly duplicates: Duplicates
  readonly unpaidHolds: UnpaidHolds
  readonly scanCursors: ScanCursors
  readonly books: BookChecks
  readonly cancellations: Cancellations
  readonly refundBaselines: RefundBaselines
  private readonly knex: Knex
  private readonly calls: Calls

  constructor({ __pg_connection__: knex }: Dependencies, options?: unknown) {
    this.knex = knex
    this.calls = new Calls(knex)
    this.options = readOptions(options)
    this.accounts = new BankAccounts(this.options)
    this.payments = new Payments(knex)
    this.operations = new Operations(knex)
    this.inbox = new Inbox(knex)
    this.effects = new Effects(knex)
    this.cards = new Cards(knex)
    this.mandates = new CardMandates(knex)
    this.providerCards = new ProviderCards(knex)
    this.cartLocks = new CartLocks(knex)
    this.handOffs = new HandOffs(knex)
    this.placements = new Placements(knex)
    this.providerPayments = new ProviderPayments(knex)
    this.deferredPayments = new DeferredPayments(knex)
    this.pagePayments = new PagePayments(knex)
    this.overview = new Overview(knex)
    this.personal = new Personal(knex)
    this.revenue = new ClientRevenueLedger(knex)
    this.agentRevenue = new AgentRevenueReader(knex)
    this.spending = new Spendings(knex)
    this.duplicates = new Duplicates(knex)
    this.unpaidHolds = new UnpaidHolds(knex)
    this.scanCursors = new ScanCursors(knex)
    this.books = new BookChecks(knex)
    this.cancellations = new Cancellations(knex)
    this.refundBaselines = new RefundBaselines(knex)
  }

  /** Whether the store has a bank. Without one, every call of the bank throws BankError `no_bank`. */
  get hasBank(): boolean {
    return this.options.bank !== undefined
  }

  /** The store's payment routes for amounts without a cart. */
  get amountRoutes(): readonly AmountRoute[] {
    const hasPage = routeNamesIn(this.options.payment_routes).includes("page")
    return [...(this.hasBank ? (["bank"] as const) : []), ...(hasPage ? (["page"] as const) : [])]
  }

  /**
   * What the store's payment routes support for payments of agents: each account at a bank, the store's page, and the
   * storefront, where a payment begins only with a checkout.
   */
  get offeredCapabilities(): readonly BankCapabilities[] {
    const routes = routeNamesIn(this.options.payment_routes)
    return [
      ...this.accounts.capabilities,
      ...(routes.includes("page") ? [PAGE_CAPABILITIES] : []),
      ...(routes.includes("storefront") ? [{ ...STOREFRONT_CAPABILITIES, intents: [] }] : []),
    ]
  }

  /** What a payment route for amounts supports for a payment at this account. */
  capabilitiesAt(route: AmountRoute, account: string): BankCapabilities {
    return route === "page" ? PAGE_CAPABILITIES : this.accounts.capabilitiesOf(account)
  }

  /** What the plugin can do with a payment: at the bank, or through its own payment provider. */
  capabilitiesOf(payment: Pick<Payment, "route" | "order_id" | "bank_account">): MovementCapabilities {
    return isAtProvider(payment.route)
      ? providerCapabilities(payment)
      : this.accounts.capabilitiesOf(payment.bank_account)
  }

  /**
   * Opens the payment at the bank and applies the bank's answer. Safe to repeat: every attempt uses the
   * idempotency key stored with the payment. Does not call the bank for a payment that has ended meanwhile, because
   * its creation counted as interrupted. If the outcome is unknown, or if the bank has rejected the call of an agent's
   * payment only for now, the payment is marked as unknown, is opened later, and no error is thrown. If the bank did not
   * execute the call, the payment is declined; then BankError is thrown, except for the charge of a saved card, because its
   * order is already placed and its task is waiting.
   */
  async open(id: string): Promise<Payment> {
    const payment = await this.payments.retrieve(id)
    const { card_token_id } = payment
    if (endedUnpaid(payment.status)) return payment
    try {
      const snapshot = await this.callToOpen(payment)
      await reached("bank_answered", id)
      await this.apply(snapshot, payment.bank_account)
    } catch (error) {
      if (error instanceof CallEnded) return this.payments.retrieve(id)
      if (!(error instanceof BankError)) throw error
      // A storefront creates another payment when its customer tries again, so nothing waits for this one.
      const isOpenedLater = error.outcome === "unknown" || (payment.client_id !== null && isForNow(error))
      if (isOpenedLater) await this.payments.markUnknown(id)
      else await this.payments.markRefused(id, error.code)
      if (!isOpenedLater && !card_token_id) throw error
    }
    const opened = await this.payments.retrieve(id)
    // The bank may have ended the agreement without notifying the store, so the card is checked at the bank.
    if (card_token_id && opened.status === "declined") await this.cards.pollSoon(card_token_id)
    return opened
  }

  private async callToOpen(payment: Payment): Promise<PaymentSnapshot> {
    const { card_token_id, bank_account } = payment
    const driver = this.accounts.driverOf(bank_account)
    const card = card_token_id && (await this.cards.retrieve(card_token_id))
    if (card && card.bank_account !== bank_account) throw anotherAccount()
    const isSent = driver.capabilities.customer_data && !card
    const customer = isSent ? await orderCustomer(this.knex, payment.id) : undefined
    return this.calls.once("gw_payment", payment, (context) =>
      card
        ? driver.chargeToken(chargeCallOf(payment, card), context)
        : driver.createPayment(createCallOf(payment, customer), context)
    )
  }

  /**
   * Starts saving a card at the bank, which answers with the page for the customer. Safe to repeat: every
   * attempt uses the idempotency key stored with the card. Throws BankError.
   */
  openCard(card: CardToken): Promise<TokenSnapshot> {
    return this.calls.once("gw_card_token", card, (context) =>
      this.accounts.driverOf(card.bank_account).startTokenSetup(setupCallOf(card), context)
    )
  }

  /** Reads the state of a saved card from the bank. Null if the bank does not know the card. Throws BankError. */
  async findToken(card: CardToken): Promise<TokenSnapshot | null> {
    return this.accounts.driverOf(card.bank_account).findToken(await storedCard(this.knex, card))
  }

  /** Ends the agreement for a saved card at the bank. Safe to repeat. Throws BankError. */
  revokeToken({ bank_account }: CardToken, token: TokenSnapshot): Promise<TokenSnapshot> {
    return this.accounts.driverOf(bank_account).revokeToken(token)
  }

  /**
   * Stores an operation and performs it. Throws BankError, with the code `earlier_call_open` while the
   * outcome of an earlier operation of the same kind is unknown, and `refund_pending` if the bank accepted a
   * refund but has not completed it.
   */
  async operate(operation: NewOperation): Promise<void> {
    const stored = await this.operations.begin(operation)
    if (!stored)
      throw new BankError("earlier_call_open", "not_executed", "an earlier call is not resolved yet")
    const { refunds = [] } = (await this.perform(stored)) ?? {}
    const refund = refunds.find(({ merchant_reference }) => merchant_reference === stored.merchant_reference)
    if (refund?.status === "pending")
      throw new BankError("refund_pending", "unknown", "the bank has not executed the refund yet")
  }

  /**
   * Makes the bank call of an operation, applies the bank's answer and returns it. Returns undefined if the
   * operation was already done, or if the call failed but a bank update has reported the operation as
   * executed. Safe to repeat: every attempt uses the operation's own idempotency key. Throws BankError. With
   * the outcome `unknown`, the operation stays open for reconciliation; with any other outcome, it ends as
   * refused. An operation that another process has resolved meanwhile is not called.
   */
  async perform(operation: Operation): Promise<PaymentSnapshot | undefined> {
    const { id, payment_id, status } = operation
    if (status === "done") return undefined
    if (!(await this.operations.claim(operation))) return this.resolvedElsewhere(operation)
    const release = this.operations.renew(operation)
    try {
      await reached("operation_begun", id, payment_id)
      const { snapshot, bank_account } = await this.call(operation)
      await reached("operation_executed", id, payment_id)
      await this.apply(snapshot, bank_account)
      await this.operations.settle(id, "done")
      return snapshot
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      const ending = error.outcome === "unknown" ? "unknown" : "refused"
      if (!(await this.operations.fail(operation, ending, error.code))) throw error
      return undefined
    } finally {
      release()
    }
  }

  private async resolvedElsewhere({ id }: Operation): Promise<undefined> {
    const { status } = (await this.operations.started(id)) ?? {}
    if (status === "done") return undefined
    throw new BankError(
      "not_executed",
      "not_executed",
      "another process has ended the call or requested it again"
    )
  }

  private async call(
    operation: Operation
  ): Promise<{ readonly snapshot: PaymentSnapshot; readonly bank_account: string }> {
    const row = await this.payments.retrieve(operation.payment_id)
    const { bank_payment_id, bank_account, captured_amount } = row
    if (!bank_payment_id) throw new BankError("not_opened", "not_executed", "the payment was never opened")
    const payment = { ...(await storedPayment(this.knex, row)), bank_payment_id }
    const driver = this.accounts.driverOf(bank_account)
    const snapshot = await this.calls.once("gw_bank_operation", { ...operation, bank_account }, (context) =>
      move(driver, operation, { payment, captured_amount }, context)
    )
    return { snapshot, bank_account }
  }

  /**
   * Whether the bank reports that it executed an operation. The reported payment snapshot is applied as well. Throws
   * BankError while the bank has begun such an operation and not finished it.
   */
  async wasExecuted(operation: Operation): Promise<boolean> {
    const payment = await this.payments.retrieve(operation.payment_id)
    const snapshot = await this.find(payment)
    if (!snapshot) return false
    await this.apply(snapshot, payment.bank_account)
    return isExecutedIn(snapshot, operation, payment.amount)
  }

  /** Medusa's record of the capture or refund that the payment provider is called for. */
  record(table: "capture" | "refund", id: string): Promise<MedusaRecord> {
    return findRecord(this.knex, table, id)
  }

  /** The account for a payment that a storefront begins with this session, by the region of its cart or order. */
  async accountOfSession(session_id: string, currency: string): Promise<string> {
    return this.accounts.nameFor({ currency, region_id: await regionOfSession(this.knex, session_id) })
  }

  /** The order that a payment session pays. Undefined for the session of a cart. */
  orderOfSession(session_id: string): Promise<OrderRecord | undefined> {
    return findOrderOfSession(this.knex, session_id)
  }

  /**
   * Fetches the payment's snapshot from the bank, applies it and returns it. Null if the bank does not know the
   * payment.
   */
  async refresh(payment: Payment): Promise<PaymentSnapshot | null> {
    const snapshot = await this.find(payment)
    if (snapshot) await this.apply(snapshot, payment.bank_account)
    return snapshot
  }

  private async find(payment: Payment): Promise<PaymentSnapshot | null> {
    return this.accounts.driverOf(payment.bank_account).findPayment(await storedPayment(this.knex, payment))
  }

  /** Resolves when the bank of an account answers a call of the store. Throws BankError when it does not. */
  async ping(account: string): Promise<void> {
    await this.accounts.driverOf(account).ping()
  }

  /**
   * Applies a snapshot that the bank of an account has reported. Every snapshot passes through here, whether it
   * came in an answer, a notification or the event list.
   */
  apply(snapshot: PaymentSnapshot, bank_account: string): Promise<Verdict> {
    return applySnapshot(this.knex, snapshot, { bank_account, base_url: this.options.base_url })
  }

  /**
   * Verifies a notification as one of the bank of an account, and stores it. When this returns, the event is durable, so the
   * acknowledgement can be sent. `event` is set if the event is new and about a payment or card. `forged` is
   * the reason if the notification could not be verified as the bank's.
   */
  async receive(
    account: string,
    request: NotificationRequest
  ): Promise<{ acknowledgement: Acknowledgement; event?: StoredEvent; forged?: string }> {
    const driver = this.accounts.driverOf(account)
    const verdict = await driver.readNotification(request)
    if (!verdict.ok) {
      const { reason } = verdict
      const isUnread = reason === "malformed" || reason === "format_not_supported"
      const forged = isUnread ? undefined : reason
      return { acknowledgement: driver.acknowledge(verdict), forged }
    }
    const { event, nonce } = verdict
    const stored = await this.inbox.store({ account, event, raw: request.raw_body, nonce })
    if (stored === "replayed")
      return { acknowledgement: driver.acknowledge({ ok: false, reason: "replayed" }) }
    const acknowledgement = driver.acknowledge(verdict)
    const { payment: snapshot, token } = event
    if (stored !== "stored" || (!snapshot && !token)) return { acknowledgement }
    const event_id = storedId(event.event_id, account)
    return { acknowledgement, event: { event_id, bank_account: account, revision: 0, snapshot, token } }
  }

  /**
   * Reads the event list of an account page by page and yields the events of each page that no notification has
   * delivered. It starts a little before the last position, because the bank may commit an event after one
   * with a higher number. If the caller stops reading, the events already stored are settled later.
   */
  async *catchUp(account: string): AsyncGenerator<StoredEvent[], void> {
    const driver = this.accounts.driverOf(account)
    if (!driver.capabilities.events) return
    let after = Math.max(0, (await this.inbox.lastSequence(account)) - OVERLAP)
    for (let more = true; more;) {
      const { events, has_more } = await driver.listEvents(after)
      const missed = await this.inbox.add(events, account)
      const last = Math.max(after, ...events.map(({ sequence }) => sequence ?? 0))
      await this.inbox.advanceTo(last, account)
      yield missed
      // A page whose events have no sequence numbers does not advance the position, and would be read forever.
      more = has_more && last > after
      after = last
    }
  }

  /** Deletes the raw bank messages whose retention period is over. */
  purge(): Promise<void> {
    return purgeMessages(this.knex)
  }
}

/** The error for the charge of a card at another account than the one at which it is saved. */
const anotherAccount = () =>
  new BankError("token_not_active", "not_executed", "the card is saved at another bank account")
