import { Module } from "@medusajs/framework/utils"
import OAuthService from "./service"

/** The module of the authorization server: clients, consents, codes and tokens. */
export const OAUTH_MODULE = "gw_oauth"

export default Module(OAUTH_MODULE, { service: OAuthService })
