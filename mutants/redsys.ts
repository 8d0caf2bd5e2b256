import type { Mutant } from "./mutant"

/** Faults in the messages of Redsys: their signatures, their addressee, and the outcome of a call. */
export const REDSYS: readonly Mutant[] = [
  {
    name: "redsys-version-is-chosen-by-the-sender",
    file: "src/drivers/redsys/envelope.ts",
    find: "if (Ds_SignatureVersion !== credentials.signature_version)",
    replace: "if (!Ds_SignatureVersion)",
    spec: "src/drivers/__tests__/redsys-messages.unit.spec.ts",
  },
  {
    name: "redsys-signature-of-a-prefix-is-believed",
    file: "src/drivers/redsys/signature.ts",
    find: "return given.length === expected.length && timingSafeEqual(given, expected)",
    replace: "return timingSafeEqual(given, expected.subarray(0, given.length))",
    spec: "src/drivers/__tests__/redsys-signature.unit.spec.ts",
  },
  {
    name: "redsys-empty-secret-signs",
    file: "src/drivers/redsys/credentials.ts",
    find: "{32}$/",
    replace: "*$/",
    spec: "src/drivers/__tests__/redsys-signature.unit.spec.ts",
  },
  {
    name: "redsys-notification-of-another-terminal-is-believed",
    file: "src/drivers/redsys/redsys-notification.ts",
    find: " && operation.terminal === terminals[currency]",
    replace: "",
    spec: "src/drivers/__tests__/redsys-messages.unit.spec.ts",
  },
  {
    name: "redsys-repeated-order-counts-as-rejected",
    file: "src/drivers/redsys/redsys-client.ts",
    find: 'throw new BankError("duplicate_reference", "unknown",',
    replace: 'throw new BankError("duplicate_reference", "not_executed",',
    spec: "integration-tests/drivers/redsys-messages.spec.ts",
  },
  {
    name: "redsys-approval-after-decline-is-stale",
    file: "src/drivers/redsys/redsys-snapshot.ts",
    find: " + Number(isApproved(operation))",
    replace: "",
    spec: "src/drivers/__tests__/redsys-snapshot.unit.spec.ts",
  },
  {
    name: "redsys-refund-is-known-by-its-place-in-the-list",
    file: "src/drivers/redsys/redsys-snapshot.ts",
    find: ".sort((a, b) => a - b)",
    replace: "",
    spec: "src/drivers/__tests__/redsys-snapshot.unit.spec.ts",
  },
  {
    name: "redsys-result-of-another-call-is-believed",
    file: "src/drivers/redsys/redsys-client.ts",
    find: "if (!answers(operation, fields)) throw malformed()",
    replace: "",
    spec: "src/drivers/__tests__/redsys-client.unit.spec.ts",
  },
  {
    name: "redsys-unsigned-response-code-is-believed",
    file: "src/drivers/redsys/redsys-client.ts",
    find: "errorCode: z.string().regex(/^SIS\\d{4}$/)",
    replace: "errorCode: z.string()",
    spec: "src/drivers/__tests__/redsys-client.unit.spec.ts",
  },
  {
    name: "redsys-result-in-another-currency-is-believed",
    file: "src/drivers/redsys/redsys-client.ts",
    find: "currency === (fields.DS_MERCHANT_CURRENCY ?? currency)",
    replace: "currency !== fields.DS_MERCHANT_ORDER",
    spec: "src/drivers/__tests__/redsys-client.unit.spec.ts",
  },
]
