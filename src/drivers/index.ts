import type { BankOptions, GatewayOptions, OptionsWithBank } from "../options"
import { withinCapabilities } from "./capabilities"
import type { BankDriver } from "./driver"
import { gwb } from "./gwb"
import { NO_BANK } from "./no-bank"

/** The drivers by their name in the options. A new bank needs a driver file and a line here. */
const DRIVERS: Record<BankOptions["driver"], (options: OptionsWithBank) => BankDriver> = {
  gwb,
}

/** The driver of the configured bank. It rejects calls that the bank does not support, or all without a bank. */
export function driverOf({ bank, ...options }: GatewayOptions): BankDriver {
  return bank ? withinCapabilities(DRIVERS[bank.driver]({ ...options, bank })) : NO_BANK
}
