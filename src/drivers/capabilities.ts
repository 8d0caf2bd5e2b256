import { BIZUM_CURRENCY } from "../domain/payment-method"
import { type BankCapabilities, type BankDriver, BankError, type CreatePayment } from "./driver"

/**
 * Wraps a driver so that it rejects every call its capabilities exclude, before the bank is called: BankError
 * `unsupported_by_gateway`, not executed. Drivers need no checks of their own.
 */
export function withinCapabilities(driver: BankDriver): BankDriver {
  const { capture, refund, tokenize, query, events, ...can } = driver.capabilities
  return {
    ...driver,
    async createPayment(input, context) {
      assertSupported(canCreate(driver.capabilities, input))
      return driver.createPayment(input, context)
    },
    async capturePayment(input, context) {
      assertSupported(capture === "multiple" || (capture !== "none" && input.final))
      return driver.capturePayment(input, context)
    },
    async voidPayment(input, context) {
      assertSupported(can.void)
      return driver.voidPayment(input, context)
    },
    async refundPayment(input, context) {
      assertSupported(refund === "partial" || (refund === "full" && input.full))
      return driver.refundPayment(input, context)
    },
    async findPayment(payment) {
      assertSupported(query)
      return driver.findPayment(payment)
    },
    async listEvents(after) {
      assertSupported(events)
      return driver.listEvents(after)
    },
    async startTokenSetup(input, context) {
      assertSupported(tokenize === "standalone")
      return driver.startTokenSetup(input, context)
    },
    async findToken(card) {
      assertSupported(tokenize !== "none")
      return driver.findToken(card)
    },
    async revokeToken(token) {
      assertSupported(tokenize !== "none")
      return driver.revokeToken(token)
    },
    async chargeToken(input, context) {
      assertSupported(can.mit)
      return driver.chargeToken(input, context)
    },
  }
}

function canCreate(
  { intents, methods, tokenize }: BankCapabilities,
  { intent, method = "card", currency, save_card }: CreatePayment
): boolean {
  const allowsBizum = intent === "sale" && currency === BIZUM_CURRENCY && !save_card
  return (
    intents.includes(intent) &&
    methods.includes(method) &&
    (method !== "bizum" || allowsBizum) &&
    (!save_card || tokenize !== "none")
  )
}

function assertSupported(supported: boolean): void {
  if (!supported)
    throw new BankError("unsupported_by_gateway", "not_executed", "this bank does not support the call")
}
