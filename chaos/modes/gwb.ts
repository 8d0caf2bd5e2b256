import { everySetting } from "../../integration-tests/support/store-keys"
import { disturbBy } from "../disturbances/disturb"
import { FAULTS } from "../disturbances/faults"
import { AFTERWARDS } from "../load/acts/afterwards"
import { WHILE_OPEN } from "../load/acts/while-open"
import { GWB_ENDINGS } from "../load/amounts"
import { OPENINGS } from "../load/openings"
import { DECLINES, SHOPPERS } from "../load/shoppers"
import { AT_BANK } from "./at-bank"
import type { ChaosMode } from "./chaos-mode"

/** The bank of the protocol GWB/1, which can do everything. */
export const GWB: ChaosMode = {
  ...AT_BANK,
  endings: GWB_ENDINGS,
  openings: OPENINGS,
  shoppers: SHOPPERS,
  declines: DECLINES,
  while_open: WHILE_OPEN,
  afterwards: AFTERWARDS,
  faults: FAULTS,
  left_out: {},
  calls_end_after_ms: 25_000,
  gives_up_after_minutes: 20,
  environment: everySetting,
  disturb: disturbBy(FAULTS, { has_keys: true }),
}
