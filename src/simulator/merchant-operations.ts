/** The names of the merchant operations in faults. */
export const OPERATIONS = [
  "create",
  "capture",
  "void",
  "refund",
  "query",
  "token",
  "charge",
  "events",
] as const
export type Operation = (typeof OPERATIONS)[number]
