/** SQL for the sum of the captures or refunds that Medusa has recorded in a payment collection. */
export const recordedSum = (table: "capture" | "refund", collection_id: string) => `(
  select coalesce(sum(movement.amount), 0)
    from ${table} movement join payment paid on paid.id = movement.payment_id
   where paid.payment_collection_id = ${collection_id}
     and paid.deleted_at is null and movement.deleted_at is null)`
