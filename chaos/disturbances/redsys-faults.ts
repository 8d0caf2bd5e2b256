import { callFaults, type Fault, ipn, NOTIFICATION_FAULTS } from "./faults"

/** A fault that no call uses keeps others from being added, so most faults are of these calls. */
const FREQUENT = ["refund", "query"]

/** The store's calls in the load. The customer opens the page, and the load ends no saved card. */
const OPERATIONS = [...FREQUENT, ...FREQUENT, ...FREQUENT, "capture", "void", "charge"]

/** All faults of the bank's Redsys mode. */
export const REDSYS_FAULTS: readonly Fault[] = [
  ...NOTIFICATION_FAULTS,
  ipn("forged notifications", 3, () => ({ forge: "bad_signature" })),
  ...callFaults(OPERATIONS, FREQUENT),
]
