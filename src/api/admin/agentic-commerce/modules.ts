import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { ALERT_MODULE } from "../../../modules/alert"
import type { Alerts } from "../../../modules/alert/alerts"
import type AlertService from "../../../modules/alert/service"
import { AGENT_MODULE } from "../../../modules/agent"
import type AgentService from "../../../modules/agent/service"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import { CATALOG_MODULE } from "../../../modules/catalog"
import type CatalogService from "../../../modules/catalog/service"
import { OAUTH_MODULE } from "../../../modules/oauth"
import type OAuthService from "../../../modules/oauth/service"
import { POLICY_MODULE } from "../../../modules/policy"
import type PolicyService from "../../../modules/policy/service"

/** The alerts of the store that serves the request. */
export const alertsOf = (req: AuthenticatedMedusaRequest<unknown>): Alerts =>
  req.scope.resolve<AlertService>(ALERT_MODULE).alerts

/** The agent module of the store that serves the request. */
export const agentOf = (req: AuthenticatedMedusaRequest<unknown>): AgentService =>
  req.scope.resolve<AgentService>(AGENT_MODULE)

/** The bank module of the store that serves the request. */
export const bankOf = (req: AuthenticatedMedusaRequest<unknown>): BankService =>
  req.scope.resolve<BankService>(BANK_MODULE)

/** The catalog module of the store that serves the request. */
export const catalogOf = (req: AuthenticatedMedusaRequest<unknown>): CatalogService =>
  req.scope.resolve<CatalogService>(CATALOG_MODULE)

/** The OAuth module of the store that serves the request. */
export const oauthOf = (req: AuthenticatedMedusaRequest<unknown>): OAuthService =>
  req.scope.resolve<OAuthService>(OAUTH_MODULE)

/** The policy module of the store that serves the request. */
export const policyOf = (req: AuthenticatedMedusaRequest<unknown>): PolicyService =>
  req.scope.resolve<PolicyService>(POLICY_MODULE)

/** The id of the member of the staff who sends the request, for the audit log. */
export const staffOf = (req: AuthenticatedMedusaRequest<unknown>): string => req.auth_context.actor_id

/** Throws Medusa's 400 when the store has no key to encrypt a secret with. */
export function requireEncryptionKey(req: AuthenticatedMedusaRequest<unknown>): void {
  if (!policyOf(req).options.encryption_key)
    throw notAllowed("The store cannot encrypt secrets. Set the option encryption_key.")
}

/** Returns what was found, or throws Medusa's 404. */
export function found<T>(thing: T | undefined, what: string): T {
  if (thing) return thing
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `The ${what} was not found.`)
}

/** Medusa's 400 for an operation that is not possible now. */
export function notAllowed(why: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, why)
}

/** Returns a page of a list, or throws Medusa's 400 for an invalid cursor. */
export function pageOf<T>(page: T | undefined): T {
  if (page) return page
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "cursor: must be the cursor that a previous page of this list returned"
  )
}
