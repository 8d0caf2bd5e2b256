import type { Client } from "../../../modules/oauth/models/client"
import type OAuthService from "../../../modules/oauth/service"

/** The client with this id. Text in another format is not looked up in the database. */
export async function findClient(oauth: OAuthService, id: string | undefined): Promise<Client | undefined> {
  return id && /^[a-z0-9]+_[0-9a-f]{24}$/.test(id) ? oauth.clients.find(id) : undefined
}
