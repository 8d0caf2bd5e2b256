import { BIZUM_CURRENCY } from "../../domain/payment-method"
import type { RedsysOptions } from "../../options"
import {
  type BankCapture,
  type BankDriver,
  BankError,
  type DriverOptions,
  type OpenedPayment,
  type PaymentSnapshot,
  type StoredPayment,
} from "../driver"
import { type RequestFields, signFields } from "./envelope"
import { ended, endedIfOver, formAction, unopenedPayment, waitingPayment } from "./open-payment"
import { orderNumberOf } from "./order-number"
import { acknowledge, notificationReader } from "./redsys-events"
import { type RedsysClient, redsysClient } from "./redsys-client"
import { QUERY_REJECTED } from "./redsys-query"
import { snapshotOf } from "./redsys-snapshot"
import { savedCardCalls } from "./saved-cards"
import { captureFields, paymentFields, refundFields, type Terminal, voidFields } from "./requests"

/**
 * The driver for Redsys (docs/banks/redsys.md). The customer pays on Redsys' page. A capture, refund or void is executed
 * at most once: after a call without a result, the query of its order decides.
 */
export function redsys({ bank: account, notification_url }: DriverOptions<RedsysOptions>): BankDriver {
  const terminalOf = terminalFinder(account)
  const clientOf = (currency: string) => redsysClient(account.api_url, terminalOf(currency), account)

  async function current(payment: StoredPayment): Promise<PaymentSnapshot | null> {
    const operations = await clientOf(payment.currency).query(orderNumberOf(payment.merchant_reference))
    const snapshot = snapshotOf(payment, operations)
    return snapshot ? endedIfOver(snapshot, payment) : unopenedPayment(payment)
  }

  /** The state of the payment, which includes an executed call. Throws while the query does not list the call. */
  async function stateWith(
    payment: StoredPayment,
    isIncluded: (snapshot: PaymentSnapshot) => boolean
  ): Promise<PaymentSnapshot> {
    const snapshot = await current(payment)
    if (snapshot && isIncluded(snapshot)) return snapshot
    throw new BankError("not_listed", "unknown", "Redsys' query does not list the call")
  }

  return {
    capabilities: {
      methods: account.bizum && account.terminals[BIZUM_CURRENCY] ? ["card", "bizum"] : ["card"],
      intents: ["sale", "preauth"],
      capture: "single",
      void: true,
      refund: "partial",
      tokenize: "with_payment",
      mit: true,
      query: true,
      events: false,
      customer_data: true,
    },

    async createPayment(input) {
      const { save_card, ...payment } = input
      const saving = save_card && { save_card: save_card.usage }
      const request = { ...payment, ...saving, ...amountOf(input, input.amount), notification_url }
      const form = { ...signFields(paymentFields(terminalOf(input.currency), request), account) }
      return waitingPayment(input, formAction(account.api_url, form, new Date()))
    },

    async capturePayment({ payment, merchant_reference, amount }, { repeated }) {
      const isCaptured = ({ captures }: PaymentSnapshot) => hasReference(captures, merchant_reference)
      const known = repeated ? await current(payment) : null
      if (known && isCaptured(known)) return known
      if (known?.unfinished?.some(({ kind }) => kind === "capture"))
        throw new BankError("not_finished", "unknown", "Redsys has begun the capture and not finished it")
      const fields = captureFields(terminalOf(payment.currency), amountOf(payment, amount))
      // Redsys captures an authorization once, so a repeated capture is rejected and moves nothing.
      await execute(clientOf(payment.currency), fields)
      return stateWith(payment, isCaptured)
    },

    async refundPayment({ payment, merchant_reference, amount }, { repeated }) {
      const isRefunded = ({ refunds }: PaymentSnapshot) => hasReference(refunds, merchant_reference)
      // Redsys would execute a repeated refund again, so it is never sent twice.
      if (repeated) return stateWith(payment, isRefunded)
      const fields = refundFields(terminalOf(payment.currency), amountOf(payment, amount))
      await execute(clientOf(payment.currency), fields)
      return stateWith(payment, isRefunded)
    },

    async voidPayment({ payment }) {
      const known = await current(payment)
      if (known?.status === "requires_action") return ended(known, "canceled")
      if (known && isOver(known)) return known
      if (known?.status !== "authorized")
        throw new BankError("invalid_state", "not_executed", "Redsys has no authorization to void")
      const fields = voidFields(terminalOf(payment.currency), amountOf(payment, payment.amount))
      await execute(clientOf(payment.currency), fields)
      return stateWith(payment, isOver)
    },

    findPayment: current,

    async ping() {
      const [currency = ""] = Object.keys(account.terminals)
      await clientOf(currency).query(orderNumberOf("ping")).catch(unlessRejected)
    },

    readNotification: notificationReader(account),
    acknowledge,
    publicKeys: () => undefined,
    listEvents: unsupported,
    startTokenSetup: unsupported,
    ...savedCardCalls(clientOf, terminalOf),
  }
}

/** Finds the terminal of a currency. Throws BankError with the outcome `not_executed` if the currency has none. */
function terminalFinder({ merchant_id, terminals }: RedsysOptions): (currency: string) => Terminal {
  return (currency) => {
    const terminal = Object.hasOwn(terminals, currency) ? terminals[currency] : undefined
    if (terminal) return { merchant_code: merchant_id, terminal }
    throw new BankError("currency_not_supported", "not_executed", `the store has no terminal for ${currency}`)
  }
}

const amountOf = (
  { merchant_reference, currency }: Pick<OpenedPayment, "merchant_reference" | "currency">,
  amount: number
) => ({ order: orderNumberOf(merchant_reference), amount, currency })

const hasReference = (movements: readonly BankCapture[], reference: string) =>
  movements.some(({ merchant_reference }) => merchant_reference === reference)

const isOver = ({ status }: PaymentSnapshot) => status === "voided" || status === "canceled"

/** Executes a call once. Throws BankError with the outcome `not_executed` if the issuer declines. */
async function execute(client: RedsysClient, fields: RequestFields): Promise<void> {
  const { outcome } = await client.execute(fields)
  if (outcome.kind === "declined")
    throw new BankError("declined", "not_executed", `the issuer declined the call: ${outcome.decline.code}`)
}

/** A rejected query also proves that Redsys is reachable: the bank may not have enabled queries. */
function unlessRejected(error: unknown): void {
  if (!(error instanceof BankError) || error.code !== QUERY_REJECTED) throw error
}

function unsupported(): Promise<never> {
  return Promise.reject(
    new BankError("unsupported_by_gateway", "not_executed", "Redsys does not support the call")
  )
}
