import { openRedsys, redsysStore } from "../../integration-tests/support/redsys-store"
import { disturbBy } from "../disturbances/disturb"
import { REDSYS_FAULTS } from "../disturbances/redsys-faults"
import { AFTERWARDS } from "../load/acts/afterwards"
import { SINGLE_CAPTURES } from "../load/acts/single-capture"
import { WHILE_OPEN } from "../load/acts/while-open"
import { REDSYS_ENDINGS } from "../load/amounts"
import { OPENINGS } from "../load/openings"
import { agentSaleByBizum } from "../load/openings/agent"
import { cardSavedWithPayment, cardSavedWithPaymentAtLimit } from "../load/openings/card-with-payment"
import { REDSYS_DECLINES, REDSYS_SHOPPERS } from "../load/redsys-shoppers"
import { AT_BANK } from "./at-bank"
import type { ChaosMode } from "./chaos-mode"
import { possibleParts } from "./possible-parts"

const ONE_CAPTURE = "Redsys captures an authorization once"
const NOT_NOTIFIED = "Redsys sends no notification of a refund in its portal"
const NO_SUCH_CARD = "the simulated cards of Redsys have no such behavior"
const NOT_SIMULATED = "the Redsys mode of the simulator has no such fault"

const LEFT_OUT: ChaosMode["left_out"] = {
  "saved card charged": "Redsys saves a card only with a payment",
  "saved card charged beyond its mandate": "Redsys saves a card only with a payment",
  "waits for an issuer that does not respond": NO_SUCH_CARD,
  "has insufficient funds": NO_SUCH_CARD,
  "disputes it later": NO_SUCH_CARD,
  "cannot be refunded": NO_SUCH_CARD,
  "refund at the bank": NOT_NOTIFIED,
  "refund at the bank and in the admin": NOT_NOTIFIED,
  "capture by staff": ONE_CAPTURE,
  "capture by the agent": ONE_CAPTURE,
  "capture in parts": ONE_CAPTURE,
  "capture a part": ONE_CAPTURE,
  "early notifications": "Redsys always notifies before the customer returns",
  "reordered notifications": "Redsys notifies once for each payment",
  "a form instead of a link": "each payment at Redsys has a form",
  "responses to another call": NOT_SIMULATED,
}

const possible = possibleParts(LEFT_OUT)

/** The terminals at Redsys, one for each currency of the load: with two, no and three decimals. */
const TERMINALS = { EUR: "1", RON: "2", JPY: "3", KWD: "4" }

/** The Redsys mode of the simulator. */
export const REDSYS: ChaosMode = {
  ...AT_BANK,
  endings: REDSYS_ENDINGS,
  openings: [...possible(OPENINGS), agentSaleByBizum, cardSavedWithPayment, cardSavedWithPaymentAtLimit],
  shoppers: REDSYS_SHOPPERS,
  declines: REDSYS_DECLINES,
  while_open: WHILE_OPEN,
  afterwards: [...possible(AFTERWARDS), ...SINGLE_CAPTURES],
  faults: REDSYS_FAULTS,
  left_out: { ...LEFT_OUT, "new key": "Redsys' messages are signed with the merchant's secret" },
  calls_end_after_ms: 35_000,
  // A payment whose customer has left Redsys' page ends after an hour.
  gives_up_after_minutes: 61,
  environment: () => redsysStore(TERMINALS),
  prepare: (running) => openRedsys(running, TERMINALS),
  disturb: disturbBy(REDSYS_FAULTS, { has_keys: false }),
}
