import type { Client } from "../../../modules/oauth/models/client"
import type OAuthService from "../../../modules/oauth/service"

/** The client of this id; text that cannot be an id of ours never reaches the database. */
export async function findClient(oauth: OAuthService, id: string | undefined): Promise<Client | undefined> {
  return id && /^[a-z0-9]+_[0-9a-f]{24}$/.test(id) ? oauth.clients.find(id) : undefined
}
