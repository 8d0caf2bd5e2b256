import { describe, expect, it } from "vitest"
import { problemIn } from "../../../../domain/errors"
import type { SessionNow } from "../../../../queries/checkout/sessions"
import type { Call } from "../../../../gateway/call"
import { savedCard } from "../../../../workflows/checkout/saved-cards"
import { instrumentsView, paymentMethodIn } from "../instruments"

const BANK = { provider: "pp_gateway_bank", route: "bank" }
const PAGE = { provider: "pp_stripe_stripe", route: "page" }

/** A call by a customer, or by another type of actor, to a store whose bank has these capabilities. */
const callTo = (capabilities: object, actor_type = "customer", payment_routes = [BANK]) =>
  ({
    container: {
      resolve: () => ({
        accounts: {
          capabilities: [capabilities],
          capabilitiesOf: () => capabilities,
          nameFor: () => "default",
        },
        options: { payment_routes },
      }),
    },
    caller: { actor_type, actor_id: "actor_1" },
  }) as unknown as Call

const SAVES_CARDS = callTo({ tokenize: "with_payment", mit: true })
const GUESTS = callTo({ tokenize: "with_payment", mit: true }, "user")
const SAVES_NO_CARDS = callTo({ tokenize: "none", mit: true })
const CHARGES_NONE = callTo({ tokenize: "standalone", mit: false })

const of = (more: object) => ({ id: "pi", handler_id: "gw_card", type: "card", ...more })
const token = (name: string) => ({ credential: { type: "card_token", token: name } })

const SAVED_CARD = {
  id: "card_1",
  brand: "visa",
  last4: "1111",
  exp_month: 12,
  exp_year: 2030,
  bank_account: "default",
}
const sessionWith = (instruments: object[]) =>
  ({ cards: [SAVED_CARD], quote: { currency: "EUR" }, requested: { instruments } }) as unknown as SessionNow

const issuesOf = (act: () => unknown) => {
  try {
    act()
  } catch (thrown) {
    return problemIn(thrown)?.data.issues
  }
  throw new Error("nothing was refused")
}

describe("the payment method in a list of instruments", () => {
  it("comes from the selected instrument, or else from the first", () => {
    const [first, selected] = [of(token("card_1")), of({ ...token("card_2"), selected: true })]
    expect(paymentMethodIn([first, selected], SAVES_CARDS).token).toBe("card_2")
    expect(paymentMethodIn([first, of({})], SAVES_CARDS).token).toBe("card_1")
    expect(paymentMethodIn([], SAVES_CARDS)).toMatchObject({ token: null, save_card: false })
  })

  it("is a card entered at the bank when the credential has another type", () => {
    const foreign = of({ credential: { type: "card", token: "4111" }, save_card: true })
    expect(paymentMethodIn([foreign], SAVES_CARDS)).toMatchObject({ token: null, save_card: true })
  })

  it("does not save a card that is saved already", () => {
    expect(paymentMethodIn([of({ ...token("card_1"), save_card: true })], SAVES_CARDS).save_card).toBe(false)
  })

  it("is rejected for another handler, and for save_card when the bank saves no cards or the caller is a guest", () => {
    expect(issuesOf(() => paymentMethodIn([of({ handler_id: "other" })], SAVES_CARDS))).toMatchObject([
      { path: "payment.instruments.0.handler_id" },
    ])
    for (const call of [SAVES_NO_CARDS, CHARGES_NONE, GUESTS])
      expect(
        issuesOf(() => paymentMethodIn([of({}), of({ selected: true, save_card: true })], call))
      ).toMatchObject([{ path: "payment.instruments.1.save_card" }])
  })
})

describe("a saved card", () => {
  it("is found by its token when the bank can charge it", () => {
    const paymentMethod = paymentMethodIn([of(token("card_1"))], SAVES_CARDS)
    expect(savedCard(paymentMethod, sessionWith([]), SAVES_CARDS)).toEqual(SAVED_CARD)
    expect(issuesOf(() => savedCard(paymentMethod, sessionWith([]), CHARGES_NONE))).toMatchObject([
      { path: "payment.instruments.0.credential.token" },
    ])
  })

  it("is listed once, after the platform's instruments, and only when the bank can charge it", () => {
    const display = { brand: "visa", last_digits: "1111", expiry_month: 12, expiry_year: 2030 }
    const shown = { id: "card_1", handler_id: "gw_card", type: "card", display }
    expect(instrumentsView(sessionWith([of({})]), SAVES_CARDS)).toEqual([of({}), shown])
    const named = { ...of({ selected: true, display: { brand: "amex" } }), id: "card_1" }
    expect(instrumentsView(sessionWith([named]), SAVES_CARDS)).toEqual([{ ...shown, selected: true }])
    expect(instrumentsView(sessionWith([of({})]), SAVES_NO_CARDS)).toEqual([of({})])
  })

  it("is listed only where the first route of the checkout leads to its bank", () => {
    const listedWith = (routes: (typeof BANK)[]) =>
      instrumentsView(sessionWith([]), callTo({ tokenize: "with_payment", mit: true }, "customer", routes))
        .length
    expect([listedWith([BANK, PAGE]), listedWith([PAGE, BANK]), listedWith([])]).toEqual([1, 0, 0])
  })
})
