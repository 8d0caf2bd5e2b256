import type { MedusaContainer } from "@medusajs/framework/types"
import type { Flavor } from "../domain/scopes"
import { OAUTH_MODULE } from "../modules/oauth"
import type OAuthService from "../modules/oauth/service"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"

/** The client id and consent id that the gates use for the sandbox credential of a flavor. */
export const sandboxOf = (flavor: Flavor): string => `${flavor}_sandbox`

/** Whether a sandbox credential of the flavor exists and would be accepted now. */
export async function isSandboxAccepted(flavor: Flavor, container: MedusaContainer): Promise<boolean> {
  const policy = container.resolve<PolicyService>(POLICY_MODULE)
  if (!policy.admissions.isSandboxPossible() || !(await policy.settings()).sandbox_enabled) return false
  const { sandbox } = container.resolve<OAuthService>(OAUTH_MODULE)
  return (await sandbox.list()).some((credential) => credential.flavor === flavor)
}
