import type { MedusaContainer } from "@medusajs/framework/types"
import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { BankError } from "../../drivers/driver"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"

/** Logs one line when an outage begins and one when it ends, in each process. */
class Outage {
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

/** The outages of the bank accounts, each by itself: one bank can be out while another one answers. */
export class Outages {
  private readonly known = new Map<string, Outage>()

  constructor(private readonly of: string) {}

  /** The outage of an account. */
  at(account: string): Outage {
    const name = account === DEFAULT_ACCOUNT ? this.of : `${this.of} of the account ${account}`
    const outage = this.known.get(account) ?? new Outage(name)
    this.known.set(account, outage)
    return outage
  }

  /** The accounts with an outage. */
  get accounts(): readonly string[] {
    return [...this.known.keys()].filter((account) => this.at(account).isOn)
  }
}

const bank_calls = new Outages("bank calls")

/** Whether the bank of an account answers no call at all; calls it to find out. An account that is not configured is out. */
export async function isBankOut(container: MedusaContainer, account: string): Promise<boolean> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const failure = await bank.ping(account).then(() => null, asBankError)
  bank_calls.at(account).note(container, failure)
  return failure !== null
}

/** Whether a failed call at an account belongs to an outage that this process has logged, so that it needs no line of its own. */
export function belongsToOutage(error: unknown, account: string): boolean {
  return error instanceof BankError && bank_calls.at(account).isOn
}

/** The accounts whose outage, which this process has logged, still lasts. Makes no call when none was logged. */
export async function accountsOut(container: MedusaContainer): Promise<string[]> {
  const out: string[] = []
  for (const account of bank_calls.accounts) if (await isBankOut(container, account)) out.push(account)
  return out
}

/** The same without the accounts that are not configured: their calls are refused at once, which ends the work. */
export async function silentAccounts(container: MedusaContainer): Promise<string[]> {
  const { accounts } = container.resolve<BankService>(BANK_MODULE)
  return (await accountsOut(container)).filter((account) => accounts.has(account))
}

/** An item of work at a bank: its name in the log, and its account. */
interface Describing<Item> {
  nameOf(item: Item): string
  accountOf(item: Item): string | Promise<string>
}

/**
 * Calls `act` for each item, one after another. A failure is logged with the item's name and does not stop the others. When
 * the bank of an account answers no call at all, the rest of that account is left to a later run, and one line is logged for
 * the whole outage.
 */
export async function forEachDue<Item>(
  container: MedusaContainer,
  items: readonly Item[],
  { nameOf, accountOf }: Describing<Item>,
  act: (item: Item) => Promise<unknown>
): Promise<void> {
  const out = new Set<string>()
  for (const item of items)
    try {
      if (out.size && out.has(await accountOf(item))) continue
      await act(item)
    } catch (error) {
      const account = error instanceof BankError ? await accountOf(item) : undefined
      if (account !== undefined && (await isBankOut(container, account))) out.add(account)
      else logOf(container).warn(`${nameOf(item)} is not reconciled: ${(error as Error).message}`)
    }
}

function asBankError(error: unknown): BankError {
  if (error instanceof BankError) return error
  throw error
}
