import { DEFAULT_ACCOUNT } from "../domain/bank-account"
import { RESERVED_NAMES } from "../domain/notification-path"
import type { ConfiguredRoute } from "../domain/payment-route"
import type { BankOptions } from "./bank"
import type { OptionFault } from "./option-fault"

/** An account at a bank, as configured. */
export interface BankAccount<Bank extends BankOptions = BankOptions> {
  readonly name: string
  readonly bank: Bank
  /** The path of its options, with dots. */
  readonly option: string
}

/** The options that configure the accounts. */
export interface Banks {
  readonly bank?: BankOptions
  readonly banks: Readonly<Record<string, BankOptions>>
}

/** The store's accounts at banks, the default one first. Empty for a store without a bank. */
export function accountsIn({ bank, banks }: Banks): BankAccount[] {
  const others = Object.entries(banks).map(([name, one]) => ({ name, bank: one, option: `banks.${name}` }))
  return [...(bank ? [{ name: DEFAULT_ACCOUNT, bank, option: "bank" }] : []), ...others]
}

/** Gives each account without a driver the default one, as for the option `bank`. */
export function withDrivers(banks: unknown): unknown {
  if (typeof banks !== "object" || banks === null || Array.isArray(banks)) return banks
  const given: [string, unknown][] = Object.entries(banks)
  return Object.fromEntries(given.map(([name, bank]) => [name, withDriver(bank)]))
}

const withDriver = (bank: unknown) =>
  typeof bank === "object" && bank !== null ? { driver: "gwb", ...bank } : bank

/** Why the named accounts cannot be used: a name that is no part of a URL, no default account, or one account twice. */
export function accountFaults(options: Banks): OptionFault[] {
  const accounts = accountsIn(options)
  const [first] = accounts
  const missing = first && first.option !== "bank" ? [{ option: "bank", message: NO_DEFAULT }] : []
  return [
    ...missing,
    ...accounts.flatMap((account, index) => {
      const message = faultOf(account, accounts.slice(0, index))
      return message ? [{ option: account.option, message }] : []
    }),
  ]
}

const NO_DEFAULT = "is required by banks: it is the account of payments that no route assigns to another"

function faultOf({ name, bank, option }: BankAccount, earlier: readonly BankAccount[]): string | undefined {
  if (option !== "bank" && (!NAME.test(name) || RESERVED_NAMES.includes(name)))
    return `the name must be 1 to 32 lowercase letters, digits, - or _, begin with a letter, and not be ${RESERVED_NAMES.join(", ")}`
  const same = earlier.find((one) => isSame(one.bank, bank))
  return same && `is the same account at the same bank as ${same.option}`
}

const NAME = /^[a-z][a-z0-9_-]{0,31}$/

/** Whether two accounts would get each other's notifications. The terminals of a merchant of Redsys are separate accounts. */
function isSame(one: BankOptions, other: BankOptions): boolean {
  if (one.api_url !== other.api_url || one.merchant_id !== other.merchant_id) return false
  if (one.driver !== "redsys" || other.driver !== "redsys") return one.driver === other.driver
  const terminals = Object.values(other.terminals)
  return Object.values(one.terminals).some((terminal) => terminals.includes(terminal))
}

/** Why a route cannot use the account that it names. Undefined if it can, or names none. */
export function routeAccountFault({ route, bank }: ConfiguredRoute, options: Banks): string | undefined {
  if (bank === undefined) return undefined
  if (route !== "bank") return `bank is only for the route bank, not for ${route}`
  const names = accountsIn(options).map(({ name }) => name)
  return names.includes(bank) ? undefined : `bank must be the name of an account: ${names.join(", ")}`
}
