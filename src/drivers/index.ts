import { DEFAULT_ACCOUNT } from "../domain/bank-account"
import { notificationPathOf } from "../domain/notification-path"
import { accountsIn, type BankAccount, type GatewayOptions } from "../options"
import { withinCapabilities } from "./capabilities"
import type { BankDriver } from "./driver"
import { gwb } from "./gwb"
import { noBank } from "./no-bank"
import { redsys } from "./redsys"

/** The driver of each bank protocol. A new bank needs a folder, a line here, and its options (docs/extending.md). */
function create({ bank }: BankAccount, notification_url: string): BankDriver {
  switch (bank.driver) {
    case "gwb":
      return gwb({ bank, notification_url })
    case "redsys":
      return redsys({ bank, notification_url })
  }
}

/** The driver of each configured account, by its name. It rejects calls that its bank does not support. */
export function driversOf(options: GatewayOptions): ReadonlyMap<string, BankDriver> {
  return new Map(
    accountsIn(options).map((account) => {
      const url = `${options.base_url}${notificationPathOf(account.bank.driver, account.name)}`
      return [account.name, withinCapabilities(create(account, url))]
    })
  )
}

/** The driver of the default account. It rejects calls that the bank does not support, or all without a bank. */
export const driverOf = (options: GatewayOptions): BankDriver =>
  driversOf(options).get(DEFAULT_ACCOUNT) ?? noBank(DEFAULT_ACCOUNT)
