import type { Check } from "../check"
import type { TaskFile } from "../dossier"

const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(", ")

const creators = (tasks: readonly TaskFile[]) => tasks.filter(({ operation_id }) => !operation_id)

/** One request has one payment, one order, one payment in Medusa and one task. */
export const onlyOne: Check = {
  name: "only-one",
  kind: "duplicate",
  find: ({ ours, twins, orders, records, tasks }) => [
    twins.length > 0 && `the same request has ${twins.length + 1} payments: also ${names(twins)}`,
    ours && orders.length > 1 && `has ${orders.length} orders: ${names(orders)}`,
    ours && records.length > 1 && `has ${records.length} payments in Medusa: ${names(records)}`,
    creators(tasks).length > 1 && `was created by ${creators(tasks).length} tasks: ${names(creators(tasks))}`,
  ],
}
