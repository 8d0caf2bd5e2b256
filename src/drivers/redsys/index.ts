/**
 * The messages of Redsys: signatures, requests, responses, notifications, the query, and the state of a payment. This is
 * not a driver yet: it does not implement `BankDriver`, `src/drivers/index.ts` does not register it, and `bank.driver`
 * accepts no `redsys`. docs/banks/redsys.md lists what is missing.
 */
export { Credentials, SIGNATURE_VERSIONS, type SignatureVersion } from "./credentials"
export { signFields } from "./envelope"
export { orderNumberOf } from "./order-number"
export { redsysClient, type ExecutedOperation, type RedsysClient } from "./redsys-client"
export { readRedsysNotification, type RedsysNotification } from "./redsys-notification"
export { snapshotOf, type RecordedPayment } from "./redsys-snapshot"
export * from "./requests"
