import type { MedusaContainer } from "@medusajs/framework/types"
import type { DuePush } from "../../../../modules/agent/push-configs"
import { OAUTH_MODULE } from "../../../../modules/oauth"
import type OAuthService from "../../../../modules/oauth/service"
import { isSandboxAccepted, sandboxOf } from "../../../../gateway/sandbox"

/**
 * Why no more notifications are sent: the consent under which the URL was registered has ended. Undefined while the
 * consent is valid.
 */
export async function endOfConsent(
  { config: { grant_id }, task }: DuePush,
  container: MedusaContainer
): Promise<string | undefined> {
  if (grant_id === sandboxOf("a2a"))
    return (await isSandboxAccepted("a2a", container)) ? undefined : "the sandbox credential has ended"
  const { clients, grants } = container.resolve<OAuthService>(OAUTH_MODULE)
  if (await grants.isLive(grant_id)) return undefined
  const client = await clients.find(task.client_id)
  return client?.status === "revoked" ? "the client is revoked" : "the consent has ended"
}
