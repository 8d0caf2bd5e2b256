import type { BankName } from "./bank-name"

const NO_REFERENCES =
  "Redsys keeps no reference of a capture or refund; requested-once and reported-done compare amounts"

/** The checks that a bank does not allow, with the reason. */
export const CHECKS_LEFT_OUT: Readonly<Record<BankName, Readonly<Record<string, string>>>> = {
  gwb: {},
  redsys: {
    "disputes-recorded": "Redsys reports no disputes",
    "movement-task": NO_REFERENCES,
    "refunds-approved": NO_REFERENCES,
  },
}
