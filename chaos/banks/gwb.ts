import { FAULTS } from "../disturbances/faults"
import { AFTERWARDS } from "../load/acts/afterwards"
import { WHILE_OPEN } from "../load/acts/while-open"
import { GWB_ENDINGS } from "../load/amounts"
import { OPENINGS } from "../load/openings"
import { DECLINES, SHOPPERS } from "../load/shoppers"
import type { BankMode } from "./bank-mode"

/** The bank of the protocol GWB/1, which can do everything. */
export const GWB: BankMode = {
  endings: GWB_ENDINGS,
  openings: OPENINGS,
  shoppers: SHOPPERS,
  declines: DECLINES,
  while_open: WHILE_OPEN,
  afterwards: AFTERWARDS,
  faults: FAULTS,
  has_keys: true,
  left_out: {},
}
