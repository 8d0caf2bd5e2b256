import { expect } from "vitest"

/** Expects the rejection of a call outside the driver's capabilities, which never reaches the bank. */
export async function expectUnsupported(call: Promise<unknown>): Promise<void> {
  await expect(call).rejects.toMatchObject({
    name: "BankError",
    code: "unsupported_by_gateway",
    outcome: "not_executed",
  })
}
