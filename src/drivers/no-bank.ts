import { type Acknowledgement, type BankDriver, BankError } from "./driver"

/** The driver of a store without a bank. It supports nothing, rejects every call and accepts no notification. */
export const NO_BANK: BankDriver = {
  capabilities: {
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
  },
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

function rejected(): Promise<never> {
  return Promise.reject(new BankError("no_bank", "not_executed", "the store has no bank"))
}

const NOT_FOUND: Acknowledgement = {
  status: 404,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ error: { code: "not_found", message: "this store has no bank" } }),
}
