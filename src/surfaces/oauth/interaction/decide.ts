import { z } from "@medusajs/framework/zod"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { type RawReply, redirect } from "../../../gateway/reply"
import { answerAddress } from "../authorize/response-address"
import { oauthOf } from "../oauth-module"
import { Form } from "../parameters"
import { type Interaction, requestEnded, postedInteractionOf } from "./interaction"
import { renderLogin } from "./render-page"

const Decision = z.object({ decision: z.enum(["approve", "deny"]), token: z.string().optional() })

/** Accepts the consent decision, once, and redirects the browser to the client with the code or `access_denied`. */
export const decide = operation({
  access: "public",
  input: Form.pipe(Decision),
  async run({ decision, token }, call) {
    const interaction = await postedInteractionOf(call, token)
    return decision === "approve" ? approve(interaction, call) : deny(interaction, call)
  },
})

async function approve(interaction: Interaction, call: Call): Promise<RawReply> {
  const { uid, person, request } = interaction
  if (!person) return renderLogin(interaction, call, { kind: "not_suitable" }, 403)
  const code = await oauthOf(call).requests.approve(uid, { type: person.type, id: person.id })
  if (!code) throw requestEnded()
  return redirect(answerAddress(call, request, { code }))
}

async function deny({ uid, request }: Interaction, call: Call): Promise<RawReply> {
  if (!(await oauthOf(call).requests.deny(uid, call.session.actor))) throw requestEnded()
  return redirect(answerAddress(call, request, { error: "access_denied" }))
}
