import type { MedusaContainer } from "@medusajs/framework/types"
import type { Flavor } from "../domain/scopes"
import { OAUTH_MODULE } from "../modules/oauth"
import type OAuthService from "../modules/oauth/service"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"

/** What the gates call whoever has the sandbox credential of a flavor: its client, and its consent. */
export const sandboxOf = (flavor: Flavor): string => `${flavor}_sandbox`

/** Whether there is a sandbox credential of a flavor, and it would be honoured now. */
export async function isSandboxHonoured(flavor: Flavor, container: MedusaContainer): Promise<boolean> {
  const policy = container.resolve<PolicyService>(POLICY_MODULE)
  if (!policy.admissions.isSandboxPossible() || !(await policy.settings()).sandbox_enabled) return false
  const { sandbox } = container.resolve<OAuthService>(OAUTH_MODULE)
  return (await sandbox.list()).some((credential) => credential.flavor === flavor)
}
