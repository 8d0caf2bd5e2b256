import { accountAt } from "../../domain/bank-account"
import type { PaidIn } from "../../domain/payment-route"
import type { BankCapabilities, BankDriver } from "../../drivers/driver"
import { driversOf } from "../../drivers"
import { noBank } from "../../drivers/no-bank"
import type { GatewayOptions } from "../../options"

/** The store's accounts at banks. */
export class BankAccounts {
  private readonly drivers: ReadonlyMap<string, BankDriver>

  constructor(private readonly options: GatewayOptions) {
    this.drivers = driversOf(options)
  }

  /** The names of the configured accounts, the default one first. */
  get names(): readonly string[] {
    return [...this.drivers.keys()]
  }

  /** Whether the options have an account. */
  has(account: string): boolean {
    return this.drivers.has(account)
  }

  /** The driver of an account. For an account that is not configured any more, one that throws BankError `no_bank`. */
  driverOf(account: string): BankDriver {
    return this.drivers.get(account) ?? noBank(account)
  }

  /** What the bank of an account supports; nothing for an account that is not configured any more. */
  capabilitiesOf(account: string): BankCapabilities {
    return this.driverOf(account).capabilities
  }

  /** What each account supports. */
  get capabilities(): readonly BankCapabilities[] {
    return this.names.map((account) => this.capabilitiesOf(account))
  }

  /** The name of the account for a new payment or saved card. */
  nameFor(paid: PaidIn): string {
    return accountAt(this.options.payment_routes, paid)
  }

  /** The store's public keys for all banks, each once. Undefined if no bank uses any. */
  publicKeys(): { keys: object[] } | undefined {
    const keys = [...this.drivers.values()].flatMap((driver) => driver.publicKeys()?.keys ?? [])
    const distinct = new Map(keys.map((key) => [JSON.stringify(key), key]))
    return distinct.size ? { keys: [...distinct.values()] } : undefined
  }
}
