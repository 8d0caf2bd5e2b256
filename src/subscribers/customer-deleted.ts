import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { requestErasure } from "../workflows/customer/request-erasure"

/** Whom the merchant deletes, and who deletes his account, is forgotten here, too; once what he has paid is settled. */
export default async function customerDeleted({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await requestErasure(container, event.data.id)
}

export const config: SubscriberConfig = { event: "customer.deleted" }
