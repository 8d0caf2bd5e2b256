/** The driver of Redsys, and its messages. */
export { signFields } from "./envelope"
export { orderNumberOf } from "./order-number"
export { redsysClient, type ExecutedOperation, type RedsysClient } from "./redsys-client"
export { redsys } from "./redsys-driver"
export { readRedsysNotification, type RedsysNotification } from "./redsys-notification"
export { snapshotOf, type RecordedPayment } from "./redsys-snapshot"
export { QUERY_REJECTED } from "./redsys-query"
export * from "./requests"
