import type { GatewayOptions } from "../options"
import { withinCapabilities } from "./capabilities"
import type { BankDriver } from "./driver"
import { gwb } from "./gwb"

/** Every bank, by the name it has in the options. Adding one is one file and one line here. */
const DRIVERS: Record<GatewayOptions["bank"]["driver"], (options: GatewayOptions) => BankDriver> = {
  gwb,
}

/** The driver of the configured bank; it refuses what the bank does not offer. */
export function driverOf(options: GatewayOptions): BankDriver {
  return withinCapabilities(DRIVERS[options.bank.driver](options))
}
