import type { MedusaContainer } from "@medusajs/framework/types"
import { OAUTH_MODULE } from "../modules/oauth"
import type OAuthService from "../modules/oauth/service"

/** Deletes expired codes, tokens and authorization requests, and unused clients. */
export default async function purgeOAuth(container: MedusaContainer): Promise<void> {
  await container.resolve<OAuthService>(OAUTH_MODULE).purge()
}

export const config = { name: "gw-purge-oauth", schedule: "17 * * * *" }
