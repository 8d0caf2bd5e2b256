import type { Client } from "../../../modules/oauth/models/client"
import { referenceIn } from "../../../modules/oauth/pushed-requests"
import type OAuthService from "../../../modules/oauth/service"
import { requestedFlavor } from "../requested-resource"
import { isDocumentUrl } from "./document-url"

/** The parameters of a request that tell which client of a document sends it. */
type Fields = Readonly<Record<string, string | undefined>>

/**
 * The client with this id, or with the metadata document at this URL, as it was read last. Of several clients of one
 * document, it is the one to which the code, token or pushed request in the request was issued; without any, the one of the
 * requested surface. If there is neither, it is one that is not revoked. Text in another format is not looked up in the database.
 */
export async function findClient(
  oauth: OAuthService,
  id: string | undefined,
  fields: Fields
): Promise<Client | undefined> {
  if (isDocumentUrl(id)) return ofDocument(oauth, id, fields)
  return id && /^[a-z0-9]+_[0-9a-f]{24}$/.test(id) ? oauth.clients.find(id) : undefined
}

async function ofDocument(oauth: OAuthService, url: string, fields: Fields): Promise<Client | undefined> {
  const all = await oauth.clients.findDocument(url)
  if (all.length < 2) return all[0]
  const { code, refresh_token, token, request_uri = "" } = fields
  const issued = code ?? refresh_token ?? token ?? referenceIn(request_uri)
  const holder = issued === undefined ? undefined : await oauth.clients.findHolder(issued)
  const flavor = requestedFlavor(fields, oauth)
  const usable = all.filter(({ status }) => status !== "revoked")
  return (
    all.find(({ id }) => id === holder) ??
    all.find((client) => client.flavor === flavor) ??
    usable[0] ??
    all[0]
  )
}
