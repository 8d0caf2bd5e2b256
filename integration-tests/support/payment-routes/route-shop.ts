import { expect } from "vitest"
import type { Buyer } from "../buyer"
import { closeUcpShop, openUcpShop } from "../shop"
import { expectBought, expectMoved, expectNothingSold, minor, type Purchase } from "./books"
import { OUTCOMES, type Outcomes, recordOutcomes } from "./outcomes"
import type { Payable, PaymentRoute } from "./payment-route"

/** An agent's purchases on a payment route. */
export class RouteShop<P extends Payable> {
  private readonly purchases = new Map<string, Purchase<P>>()

  private constructor(
    private readonly route: PaymentRoute<P>,
    readonly buyer: Buyer,
    readonly item: string,
    private readonly outcomes: Outcomes
  ) {}

  static async open<P extends Payable>(route: PaymentRoute<P>): Promise<RouteShop<P>> {
    const { buyer, item } = await openUcpShop("Sextant")
    return new RouteShop(route, buyer, item, await recordOutcomes(buyer))
  }

  begin(): Promise<P> {
    return this.route.begin(this.buyer, this.item)
  }

  /** Expects that a checkout is bought, see `expectBought`. */
  async bought(payable: P): Promise<Purchase<P>> {
    const bought = await expectBought(this.route, payable, this.buyer)
    const purchase = { payable, bought, moved: { captured: minor([bought.order.total]), refunded: 0 } }
    this.purchases.set(payable.id, purchase)
    return purchase
  }

  /** A checkout that is bought. */
  async buy(): Promise<Purchase<P>> {
    const payable = await this.begin()
    await this.route.pay(payable)
    return this.bought(payable)
  }

  /** Expects that a checkout that has ended without a payment, or is declined, is bought after all. */
  async boughtLater(payable: P): Promise<void> {
    const again = await this.route.retry(payable, this.buyer)
    await this.route.pay(again)
    await this.bought(again)
  }

  /** Expects that this much of a purchase is refunded, in minor units. */
  async refunded(purchase: Purchase<P>, refunded: number): Promise<void> {
    const now = { ...purchase, moved: { ...purchase.moved, refunded } }
    this.purchases.set(purchase.payable.id, now)
    await expectMoved(this.route, now)
  }

  async nothingSold(payable: P): Promise<void> {
    await expectNothingSold(this.route, payable)
  }

  /** Expects that a checkout can be completed again, and that its customer can no longer pay the first order. */
  async ended(payable: P): Promise<void> {
    await this.buyer.becomes(payable.id, "ready_for_complete")
    await expect(this.route.pay(payable)).rejects.toThrow(/ is canceled$|the bank answered 4/)
  }

  /** Expects that no purchase has changed, and that its agent has received one report of each outcome. */
  async unchanged(): Promise<void> {
    for (const [id, purchase] of this.purchases) {
      await expectMoved(this.route, purchase)
      expect([id, await this.outcomes.of(id)]).toEqual([id, [...OUTCOMES]])
    }
  }

  async close(): Promise<void> {
    await this.outcomes.end()
    await closeUcpShop()
  }
}
