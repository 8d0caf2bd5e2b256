/** The kinds of bank that a run can have: the simulator's own protocol, or its Redsys mode. */
export const BANK_NAMES = ["gwb", "redsys"] as const
export type BankName = (typeof BANK_NAMES)[number]
