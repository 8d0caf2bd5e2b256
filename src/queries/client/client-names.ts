import type { MedusaContainer } from "@medusajs/framework/types"
import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"

/** Returns a lookup of client names by id, read in one statement. */
export function clientNames(
  container: MedusaContainer,
  ids: readonly (string | null)[]
): Promise<(id: string | null) => string | null> {
  return container.resolve<OAuthService>(OAUTH_MODULE).managed.names(ids)
}
