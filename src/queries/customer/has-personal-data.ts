import type { MedusaContainer } from "@medusajs/framework/types"
import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"
import type { PersonalData } from "./personal-data"
import type { Person } from "./persons"

/** Whether there is data about a person that can be erased. */
export async function hasPersonalData(
  container: MedusaContainer,
  { customer_ids }: Person,
  { payments, cards, sessions, tasks }: PersonalData
): Promise<boolean> {
  if (payments.length + cards.length + sessions.length + tasks.length > 0) return true
  const { personal } = container.resolve<OAuthService>(OAUTH_MODULE)
  return (await personal.consents(customer_ids)).length > 0
}
