import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BankCapabilities, MovementCapabilities, TokenSnapshot } from "../../drivers/driver"
import {
  PAGE_CAPABILITIES,
  providerCapabilities,
  STOREFRONT_CAPABILITIES,
} from "../../drivers/provider-capabilities"
import { type AmountRoute, isAtProvider, routeNamesIn } from "../../domain/payment-route"
import { closeHeartbeats } from "../../lib/heartbeat"
import { type GatewayOptions, readOptions } from "../../options"
import { BankAccounts } from "./accounts"
import { BankEvents } from "./bank-events"
import { BookChecks } from "./book-checks"
import { Calls } from "./calls"
import { CanceledOrderPayments } from "./canceled-order-payments"
import { CardMandates } from "./card-mandates"
import { Cards, setupCallOf } from "./cards"
import { Cancellations } from "./cancellations"
import { CartLocks } from "./cart-locks"
import { Duplicates } from "./duplicates"
import { DeferredPayments } from "./deferred-payments"
import { Effects } from "./effects"
import { HandOffs } from "./hand-offs"
import { Inbox } from "./inbox"
import type { CardToken } from "./models/card"
import type { Payment } from "./models/payment"
import { Overview } from "./overview"
import { PagePayments } from "./page-payments"
import { Personal } from "./personal"
import { ProviderCards } from "./provider-cards"
import { ProviderPayments } from "./provider-payments"
import { purgeMessages } from "./purge"
import { OperationCalls } from "./operation-calls"
import { Operations } from "./operations"
import { Placements } from "./placements"
import { PaymentCalls } from "./payment-calls"
import { Payments } from "./payments"
import {
  type MedusaRecord,
  type OrderRecord,
  findOrderOfSession,
  findRecord,
  regionOfSession,
} from "./records"
import { RefundBaselines } from "./refund-baselines"
import { ScanCursors } from "./scan-cursors"
import { AgentRevenueReader } from "./agent-revenue"
import { ClientRevenueLedger } from "./client-revenue"
import { Spendings } from "./spending"
import { storedCard } from "./stored-card"
import { UnopenedPayments } from "./unopened-payments"
import { UnpaidHolds } from "./unpaid-holds"

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
  readonly unopenedPayments: UnopenedPayments
  readonly canceledOrderPayments: CanceledOrderPayments
  readonly paymentCalls: PaymentCalls
  readonly operationCalls: OperationCalls
  readonly events: BankEvents
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
    this.unopenedPayments = new UnopenedPayments(knex)
    this.canceledOrderPayments = new CanceledOrderPayments(knex)
    this.paymentCalls = new PaymentCalls(knex, this.accounts, this.options.base_url)
    this.operationCalls = new OperationCalls(knex, this.accounts, this.paymentCalls)
    this.operations = new Operations(knex)
    this.inbox = new Inbox(knex)
    this.events = new BankEvents(this.accounts, this.inbox)
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

  /** Resolves when the bank of an account answers a call of the store. Throws BankError when it does not. */
  async ping(account: string): Promise<void> {
    await this.accounts.driverOf(account).ping()
  }

  /** Deletes the raw bank messages whose retention period is over. */
  purge(): Promise<void> {
    return purgeMessages(this.knex)
  }
}
