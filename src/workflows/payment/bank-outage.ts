import type { MedusaContainer } from "@medusajs/framework/types"
import { BankError } from "../../drivers/driver"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"

/** Logs one line when an outage begins and one when it ends, in each process. */
export class Outage {
  private is_on = false

  constructor(private readonly of: string) {}

  /** Records whether a call succeeded (null) or why it failed. */
  note(container: MedusaContainer, error: Error | null): void {
    if (this.is_on === (error !== null)) return
    this.is_on = error !== null
    const outcome = error ? `fail and are retried: ${error.message}` : "succeed again"
    logOf(container).warn(`${this.of} ${outcome}`)
  }

  get isOn(): boolean {
    return this.is_on
  }
}

const bank_calls = new Outage("bank calls")

/** Whether the bank answers no call at all; calls it to find out. */
export async function isBankOut(container: MedusaContainer): Promise<boolean> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const failure = await bank.ping().then(() => null, asBankError)
  bank_calls.note(container, failure)
  return failure !== null
}

/** Whether a failed bank call belongs to an outage that this process has logged, so that it needs no line of its own. */
export function belongsToOutage(error: unknown): boolean {
  return error instanceof BankError && bank_calls.isOn
}

/** Whether an outage that this process has logged still lasts. Makes no call when none was logged. */
export async function isOutageLasting(container: MedusaContainer): Promise<boolean> {
  return bank_calls.isOn && (await isBankOut(container))
}

/**
 * Calls `act` for each item, one after another. A failure is logged with the item's name and does not stop the others. When the bank answers no call at all, the rest is left to a later run, and one line is logged for the
 * whole outage.
 */
export async function forEachDue<Item>(
  container: MedusaContainer,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  act: (item: Item) => Promise<unknown>
): Promise<void> {
  for (const item of items)
    try {
      await act(item)
    } catch (error) {
      if (error instanceof BankError && (await isBankOut(container))) return
      logOf(container).warn(`${nameOf(item)} is not reconciled: ${(error as Error).message}`)
    }
}

function asBankError(error: unknown): BankError {
  if (error instanceof BankError) return error
  throw error
}
