import type { GatewayOptions, OptionsWithBank } from "../options"
import { withinCapabilities } from "./capabilities"
import type { BankDriver } from "./driver"
import { gwb } from "./gwb"
import { NO_BANK } from "./no-bank"
import { redsys } from "./redsys"

/** The driver of each bank protocol. A new bank needs a folder, a line here, and its options (docs/extending.md). */
function create({ bank, ...options }: OptionsWithBank): BankDriver {
  switch (bank.driver) {
    case "gwb":
      return gwb({ ...options, bank })
    case "redsys":
      return redsys({ ...options, bank })
  }
}

/** The driver of the configured bank. It rejects calls that the bank does not support, or all without a bank. */
export function driverOf({ bank, ...options }: GatewayOptions): BankDriver {
  return bank ? withinCapabilities(create({ ...options, bank })) : NO_BANK
}
