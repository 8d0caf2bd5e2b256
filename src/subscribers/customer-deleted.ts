import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { requestErasure } from "../workflows/customer/request-erasure"

/** Requests the erasure of a deleted customer's data. It is carried out once their payments are settled. */
export default async function customerDeleted({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await requestErasure(container, event.data.id)
}

export const config: SubscriberConfig = { event: "customer.deleted" }
