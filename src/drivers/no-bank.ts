import { DEFAULT_ACCOUNT } from "../domain/bank-account"
import { type Acknowledgement, type BankCapabilities, type BankDriver, BankError } from "./driver"

const NO_CAPABILITIES: BankCapabilities = {
  intents: [],
  methods: [],
  capture: "none",
  void: false,
  refund: "none",
  tokenize: "none",
  mit: false,
  query: false,
  events: false,
  customer_data: false,
}

/**
 * The driver of an account that the store does not have, or has no more. It supports nothing, rejects every call with the
 * BankError `no_bank`, and accepts no notification.
 */
export function noBank(account: string): BankDriver {
  const rejected = () => Promise.reject(new BankError("no_bank", "not_executed", messageFor(account)))
  return {
    capabilities: NO_CAPABILITIES,
    createPayment: rejected,
    capturePayment: rejected,
    voidPayment: rejected,
    refundPayment: rejected,
    listEvents: rejected,
    findPayment: rejected,
    ping: rejected,
    startTokenSetup: rejected,
    findToken: rejected,
    revokeToken: rejected,
    chargeToken: rejected,
    readNotification: () => Promise.resolve({ ok: false, reason: "malformed" }),
    acknowledge: () => NOT_FOUND,
    publicKeys: () => undefined,
  }
}

const messageFor = (account: string) =>
  account === DEFAULT_ACCOUNT
    ? "the store has no bank: set the option bank"
    : `the store has no bank account ${account}: add it to banks again`

const NOT_FOUND: Acknowledgement = {
  status: 404,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ error: { code: "not_found", message: "this store has no such bank account" } }),
}
