import type { BankName } from "../audit/bank-name"
import type { BankMode } from "./bank-mode"
import { GWB } from "./gwb"
import { REDSYS } from "./redsys"

/** The parts of a run, by the kind of its bank. */
export const BANKS: Readonly<Record<BankName, BankMode>> = { gwb: GWB, redsys: REDSYS }
