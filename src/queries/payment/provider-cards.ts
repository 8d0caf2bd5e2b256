import type { AccountHolderDTO, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { pageOf } from "../../domain/payment-pages"
import type { ProviderCard } from "../../domain/payment-pages/payment-page"
import { answerWithin } from "../../lib/answer-within"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"

/** The agent's request waits for the answer. */
const WAIT_SECONDS = 10

interface Customer {
  readonly account_holders?: readonly (AccountHolderDTO | null)[]
}

/**
 * The cards that a customer has saved at a payment provider, in the storefront for example. Undefined if Medusa has no account
 * of the customer there, so that the provider cannot be queried. Throws if the provider fails, or does not answer within 10 seconds.
 */
export async function providerCards(
  container: MedusaContainer,
  provider_id: string,
  customer_id: string
): Promise<readonly ProviderCard[] | undefined> {
  const account_holder = await accountHolderOf(container, provider_id, customer_id)
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  const page = pageOf(provider_id, payment_routes)
  if (!account_holder || !page?.savedCard) return undefined
  const list = container
    .resolve(Modules.PAYMENT)
    .listPaymentMethods({ provider_id, context: { account_holder } })
  const silent = `${provider_id} did not list the cards within ${WAIT_SECONDS} seconds`
  const methods = await answerWithin(WAIT_SECONDS * 1000, list, silent)
  return methods.flatMap(({ data }) => page.savedCard?.(data) ?? [])
}

async function accountHolderOf(container: MedusaContainer, provider_id: string, id: string) {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "customer", fields: ["id", "account_holders.*"], filters: { id } })
  const [customer] = data as Customer[]
  return customer?.account_holders?.find((holder) => holder?.provider_id === provider_id) ?? undefined
}
