import type { MedusaContainer } from "@medusajs/framework/types"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { ProviderError, providerStatus } from "../provider-status"

const PAYMENT = { provider_id: "pp_stripe_stripe", data: { id: "pi_1" } }

/** A container whose payment module answers a query as `getStatus` does. */
const answering = (getStatus: (provider_id: string, input: object) => Promise<object>) =>
  ({ resolve: () => ({ paymentProviderService_: { getStatus } }) }) as unknown as MedusaContainer

describe("the status of a payment at its provider", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("is the provider's answer for the data of the session [ROUTE-11]", async () => {
    const container = answering((provider_id, input) =>
      Promise.resolve({ status: "captured", provider_id, input })
    )
    expect(await providerStatus(container, PAYMENT)).toBe("captured")
    expect(vi.getTimerCount()).toBe(0)
  })

  it("is pending without a query when Stripe has not created the payment [ROUTE-11]", async () => {
    const container = answering(() => Promise.reject(new Error("No payment intent ID provided")))
    expect(await providerStatus(container, { ...PAYMENT, data: {} })).toBe("pending")
  })

  it("is unknown when the provider fails [ROUTE-11]", async () => {
    const container = answering(() => Promise.reject(new Error("502 from Stripe")))
    const failed = await providerStatus(container, PAYMENT).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ProviderError)
    expect((failed as Error).message).toBe("502 from Stripe")
    expect(vi.getTimerCount()).toBe(0)
  })

  it("is unknown when the provider does not answer within 30 seconds [ROUTE-11]", async () => {
    const status = providerStatus(
      answering(() => new Promise(() => undefined)),
      PAYMENT
    )
    const outcome = expect(status).rejects.toThrow("pp_stripe_stripe did not answer within 30 seconds")
    await vi.advanceTimersByTimeAsync(29_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await outcome
    expect(vi.getTimerCount()).toBe(0)
  })
})
