import type { GatewayOptions } from "../options"
import { withinCapabilities } from "./capabilities"
import type { BankDriver } from "./driver"
import { gwb } from "./gwb"

/** The drivers by their name in the options. A new bank needs a driver file and a line here. */
const DRIVERS: Record<GatewayOptions["bank"]["driver"], (options: GatewayOptions) => BankDriver> = {
  gwb,
}

/** The driver of the configured bank. It rejects calls that the bank does not support. */
export function driverOf(options: GatewayOptions): BankDriver {
  return withinCapabilities(DRIVERS[options.bank.driver](options))
}
