import { expect } from "vitest"

export {
  App,
  type AppAnswer,
  type AppCard,
  type AppConsent,
  type AppPayment,
  callApp,
  paymentOf,
} from "./shopper-app"

/** The complete error body of the app surface. */
export const errorBody = (code: string, status: number, more: object = {}) => ({
  code,
  message: expect.any(String) as string,
  data: { status, ...more },
})
