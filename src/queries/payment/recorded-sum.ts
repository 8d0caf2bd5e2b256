/** SQL for the sum of the captures or refunds that Medusa has recorded in a payment collection. */
export const recordedSum = (table: "capture" | "refund", collection_id: string) => `(
  select coalesce(sum(movement.amount), 0)
    from ${table} movement join payment paid on paid.id = movement.payment_id
   where paid.payment_collection_id = ${collection_id}
     and paid.deleted_at is null and movement.deleted_at is null)`

/** SQL for the sum of the captures or refunds that Medusa has recorded of one payment. */
export const recordedSumOf = (table: "capture" | "refund", payment_id: string) =>
  `coalesce((select sum(amount) from ${table} where payment_id = ${payment_id} and deleted_at is null), 0)`
