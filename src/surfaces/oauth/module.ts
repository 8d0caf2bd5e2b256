import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"
import type { Call } from "../call"

export const oauthOf = (call: Call): OAuthService => call.container.resolve<OAuthService>(OAUTH_MODULE)

/** The address of one of our endpoints. */
export const endpointOf = (call: Call, path: string): string => `${call.base_url}/gw-ucp/oauth/v1/${path}`
