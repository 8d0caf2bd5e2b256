import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"
import type { Call } from "../../gateway/call"

/** The OAuth module of the store. */
export const oauthOf = (call: Call): OAuthService => call.container.resolve<OAuthService>(OAUTH_MODULE)

/** The absolute URL of an OAuth endpoint. */
export const endpointOf = (call: Call, path: string): string => `${call.base_url}/gw-ucp/oauth/v1/${path}`
