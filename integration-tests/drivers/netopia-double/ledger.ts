/** An answer of the double's API. */
export interface Answer {
  readonly status: number
  readonly body: object
}

/** A payment at the double. The amount is the decimal number that the store sent. */
export interface Payment {
  readonly ntpID: string
  readonly orderID: string
  readonly amount: number
  readonly currency: string
  readonly notifyUrl: string
  status: number
  code: string
}

interface Start {
  readonly config: { readonly notifyUrl: string }
  readonly order: Pick<Payment, "orderID" | "amount" | "currency"> & { readonly posSignature: string }
}

interface Query {
  readonly posID: string
  readonly ntpID: string
  readonly orderID: string
}

/** The payments of one point of sale. An order number is used once. */
export class Ledger {
  readonly payments: Payment[] = []

  /** `url` is the double's own address, at which the pages are. */
  constructor(
    private readonly merchant_id: string,
    private readonly url: () => string
  ) {}

  /** Opens a payment and its page, as NETOPIA does for a payment without a card number. */
  start({ config, order }: Start): Answer {
    const { orderID, amount, currency, posSignature } = order
    if (posSignature !== this.merchant_id) return rejected(403, "unknown point of sale")
    if (!isAmount(amount) || !["RON", "EUR"].includes(currency)) return rejected(400, "invalid order")
    const earlier = this.payments.find((payment) => payment.orderID === orderID)
    if (earlier)
      return earlier.amount === amount
        ? answered("56", "duplicated Order ID")
        : answered("99", "There is another order with a different price")
    const ntpID = String(1_880_001 + this.payments.length)
    const payment = { ntpID, orderID, amount, currency, status: 1, code: "", ...config }
    this.payments.push(payment)
    return answered("101", "Redirect user to payment page", { payment: this.shown(payment) })
  }

  /** The state of a payment, by the order number and, if it is known, NETOPIA's own. */
  query({ posID, ntpID, orderID }: Query): Answer {
    const payment = this.payments.find((one) => one.orderID === orderID && (!ntpID || one.ntpID === ntpID))
    if (posID !== this.merchant_id || !payment) return rejected(404, "unknown order")
    const { amount, currency } = payment
    return answered("00", "Approved", { order: { orderID, amount, currency }, payment: this.shown(payment) })
  }

  /** The payment with this number. Throws if there is none. */
  find(ntpID: string): Payment {
    const payment = this.payments.find((one) => one.ntpID === ntpID)
    if (!payment) throw new Error(`there is no payment ${ntpID}`)
    return payment
  }

  /** The body of the notification about a payment. */
  notificationOf(payment: Payment): object {
    return { order: { orderID: payment.orderID }, payment: this.shown(payment) }
  }

  private shown({ ntpID, status, amount, currency, code }: Payment): object {
    if (status === 1) return { ntpID, status, amount, currency, paymentURL: `${this.url()}/pay/${ntpID}` }
    const instrument = { panMasked: "9****5098" }
    return { ntpID, status, amount, currency, instrument, ...(code && { code }) }
  }
}

/** Whether it is a decimal number with at most two digits after the point, as in the merchant's own system. */
function isAmount(amount: unknown): boolean {
  return typeof amount === "number" && amount > 0 && /^\d+(\.\d{1,2})?$/.test(String(amount))
}

const answered = (code: string, message: string, members: object = {}): Answer => ({
  status: 200,
  body: { error: { code, message }, ...members },
})

/** A rejection before anything was executed. */
export const rejected = (status: number, message: string): Answer => ({
  status,
  body: { error: { code: String(status), message } },
})
