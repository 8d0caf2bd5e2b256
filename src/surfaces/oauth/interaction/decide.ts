import { z } from "@medusajs/framework/zod"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { type RawReply, redirect } from "../../../gateway/reply"
import { answerAddress } from "../authorize/response-address"
import { oauthOf } from "../oauth-module"
import { Form } from "../parameters"
import { consentOf, type Interaction, requestEnded, postedInteractionOf } from "./interaction"
import { mandatesIn } from "./mandate-form"
import { offeredMandates } from "./offered-mandates"
import { renderConsent, renderLogin } from "./render-page"

const Decision = z
  .object({ decision: z.enum(["approve", "deny"]), token: z.string().optional() })
  .catchall(z.string())

/**
 * Accepts the consent decision with the limits for saved cards, once, and redirects the browser to the client
 * with the code or `access_denied`.
 */
export const decide = operation({
  access: "public",
  input: Form.pipe(Decision),
  async run({ decision, token, ...limits }, call) {
    const interaction = await postedInteractionOf(call, token)
    return decision === "approve" ? approve(interaction, limits, call) : deny(interaction, call)
  },
})

async function approve(
  interaction: Interaction,
  limits: Readonly<Record<string, unknown>>,
  call: Call
): Promise<RawReply> {
  const { uid, person, request } = interaction
  if (!person) return renderLogin(interaction, call, { kind: "not_suitable" }, 403)
  const authorization_details = mandatesIn(limits, await offeredMandates(interaction, person, call))
  if (authorization_details === undefined) return renderConsent(interaction, person, call, true)
  const { requests } = oauthOf(call)
  const code = await requests.approve(uid, { ...consentOf(interaction, person), authorization_details })
  if (code) return redirect(answerAddress(call, request, { code }))
  if (!(await requests.findOpen(uid))) throw requestEnded()
  return renderLogin(interaction, call, { kind: "log_in_again", email: person.email }, 403)
}

async function deny({ uid, request, actor }: Interaction, call: Call): Promise<RawReply> {
  if (!(await oauthOf(call).requests.deny(uid, actor))) throw requestEnded()
  return redirect(answerAddress(call, request, { error: "access_denied" }))
}
