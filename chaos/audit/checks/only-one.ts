import type { Check } from "../check"

const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(", ")

/** One request is one payment, one order, one record in Medusa and one task. */
export const onlyOne: Check = {
  name: "only-one",
  kind: "duplicate",
  find: ({ ours, twins, orders, records, tasks }) => [
    twins.length > 0 && `the same request has ${twins.length + 1} payments: also ${names(twins)}`,
    ours && orders.length > 1 && `has ${orders.length} orders: ${names(orders)}`,
    ours && records.length > 1 && `has ${records.length} records in Medusa: ${names(records)}`,
    tasks.length > 1 && `has ${tasks.length} tasks: ${names(tasks)}`,
  ],
}
