import type { Client } from "../../../modules/oauth/models/client"
import type OAuthService from "../../../modules/oauth/service"
import { isDocumentUrl } from "./document-url"

/**
 * The client with this id, or with the metadata document at this URL, as it was read last. Text in another format is not
 * looked up in the database.
 */
export async function findClient(oauth: OAuthService, id: string | undefined): Promise<Client | undefined> {
  if (isDocumentUrl(id)) return oauth.clients.findDocument(id)
  return id && /^[a-z0-9]+_[0-9a-f]{24}$/.test(id) ? oauth.clients.find(id) : undefined
}
