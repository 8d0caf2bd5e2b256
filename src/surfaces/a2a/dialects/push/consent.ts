import type { MedusaContainer } from "@medusajs/framework/types"
import type { DuePush } from "../../../../modules/agent/push-configs"
import { OAUTH_MODULE } from "../../../../modules/oauth"
import type OAuthService from "../../../../modules/oauth/service"
import { POLICY_MODULE } from "../../../../modules/policy"
import type PolicyService from "../../../../modules/policy/service"

/** What the gates call the consent of whoever has the sandbox credential. */
const SANDBOX = "a2a_sandbox"

/** Why an address is not told anything more: the consent it was named under has ended. Undefined while that holds. */
export async function endOfConsent(
  { config: { grant_id }, task }: DuePush,
  container: MedusaContainer
): Promise<string | undefined> {
  if (grant_id === SANDBOX)
    return (await isSandboxHonoured(container)) ? undefined : "the sandbox credential has ended"
  const { clients, grants } = oauthIn(container)
  if (await grants.isLive(grant_id)) return undefined
  const client = await clients.find(task.client_id)
  return client?.status === "revoked" ? "the client is revoked" : "the consent has ended"
}

async function isSandboxHonoured(container: MedusaContainer): Promise<boolean> {
  const policy = container.resolve<PolicyService>(POLICY_MODULE)
  if (!policy.admissions.isSandboxPossible() || !(await policy.settings()).sandbox_enabled) return false
  return (await oauthIn(container).sandbox.list()).some(({ flavor }) => flavor === "a2a")
}

const oauthIn = (container: MedusaContainer) => container.resolve<OAuthService>(OAUTH_MODULE)
