import type { MedusaContainer, PaymentDTO } from "@medusajs/framework/types"
import { toDecimal } from "../../domain/money"
import { reviewSourceOf } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import type { UnresolvedOperation } from "../../modules/bank/operations"
import { providerStatus } from "../../queries/payment/provider-status"
import { reviewOnOrder } from "../settlement/note-on-order"
import { REVIEWED_AFTER_SECONDS } from "./query-or-review"

const CONCLUSIVE = ["captured", "authorized", "canceled"] as const

/**
 * What the provider reports about a payment whose capture has an unknown outcome. Undefined while it reports neither that the
 * payment is captured, nor that it is not. Throws ProviderError. If there is no report an hour after the request, the
 * payment needs review, once.
 */
export async function captureStatus(
  container: MedusaContainer,
  operation: UnresolvedOperation,
  { id, currency }: Payment,
  { provider_id, data }: PaymentDTO
): Promise<(typeof CONCLUSIVE)[number] | undefined> {
  let status: (typeof CONCLUSIVE)[number] | undefined
  try {
    const reported = await providerStatus(container, { provider_id, data: data ?? {} })
    status = CONCLUSIVE.find((one) => one === reported)
    return status
  } finally {
    if (!status && operation.age > REVIEWED_AFTER_SECONDS) {
      const sum = `${toDecimal(Number(operation.amount), currency)} ${currency}`
      const reason = `The provider does not report whether the capture of ${sum} was made. Look it up there, and capture or cancel the payment on Medusa's page of the order`
      await reviewOnOrder(id, { reason, source: reviewSourceOf(operation) }, container)
    }
  }
}
