import { createRequire } from "node:module"
import type { Intent } from "../intent"
import type { PaymentMethod } from "../payment-methods"
import type { Refund } from "../refunds"
import type { StripeEvent } from "../webhooks"

/** The members of Stripe's client that the tests use. */
export interface StripeClient {
  readonly paymentIntents: {
    create(fields: object, options?: object): Promise<Intent>
    retrieve(id: string, fields?: object): Promise<Intent & { readonly payment_method: unknown }>
    update(id: string, fields: object): Promise<Intent>
    confirm(id: string, fields?: object, options?: object): Promise<Intent>
    capture(id: string, fields?: object): Promise<Intent>
    cancel(id: string): Promise<Intent>
  }
  readonly refunds: { create(fields: object, options?: object): Promise<Refund> }
  readonly customers: {
    create(fields: object): Promise<{ readonly id: string }>
    listPaymentMethods(id: string): Promise<{ readonly data: PaymentMethod[] }>
  }
  readonly paymentMethods: {
    create(fields: object): Promise<PaymentMethod>
    attach(id: string, fields: object): Promise<PaymentMethod>
    detach(id: string): Promise<PaymentMethod>
  }
  readonly webhooks: { constructEvent(body: string, signature: string, secret: string): StripeEvent }
}

type Constructor = new (key: string, config: object) => StripeClient

/** Stripe's own client, in the version that Medusa's Stripe provider uses. */
const Stripe = createRequire(createRequire(__filename).resolve("@medusajs/payment-stripe"))(
  "stripe"
) as Constructor

/** A client of the double with a key. */
export const clientOf = ({ port }: { readonly port: number }, key = "sk_test_1") =>
  new Stripe(key, { host: "127.0.0.1", port, protocol: "http" })
