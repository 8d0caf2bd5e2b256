import { expect } from "vitest"

/** How a call that the driver's capabilities exclude is refused: the bank is not asked at all. */
export async function expectUnsupported(call: Promise<unknown>): Promise<void> {
  await expect(call).rejects.toMatchObject({
    name: "BankError",
    code: "unsupported_by_gateway",
    outcome: "not_executed",
  })
}
