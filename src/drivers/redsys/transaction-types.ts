/** The transaction types of Redsys that the driver uses. */
export const TRANSACTION_TYPES = {
  sale: "0",
  preauth: "1",
  capture: "2",
  refund: "3",
  void: "9",
  delete_reference: "44",
} as const
export type TransactionType = (typeof TRANSACTION_TYPES)[keyof typeof TRANSACTION_TYPES]
