import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isAtProvider } from "../../domain/payment-route"
import { toMinorUnits } from "../../lib/minor-units"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { ProviderRecord } from "../../modules/bank/models/provider-record"
import type BankService from "../../modules/bank/service"

/**
 * The payments at other providers that a payment consists of, oldest first; none for a payment at the bank. Of the provider's
 * data, only the id of the payment is returned.
 */
export async function providerRecords(
  container: MedusaContainer,
  payment: Payment
): Promise<readonly ProviderRecord[]> {
  if (!isAtProvider(payment.route)) return []
  const { providerPayments } = container.resolve<BankService>(BANK_MODULE)
  // Without an order, a payment's reference is Medusa's id of it.
  const ids = payment.order_id
    ? (await providerPayments.of(payment)).map(({ id }) => id)
    : [payment.merchant_reference]
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: (Omit<ProviderRecord, "amount"> & { readonly amount: string })[] }>(
    RECORDS,
    { ids }
  )
  return rows.map((row) => ({ ...row, amount: toMinorUnits(row.amount, payment.currency) }))
}

const RECORDS = `
  select provider_id, case when jsonb_typeof(data -> 'id') = 'string' then data ->> 'id' end as reference,
         amount::text as amount, created_at, captured_at
    from payment where id = any(:ids) order by created_at, id`
