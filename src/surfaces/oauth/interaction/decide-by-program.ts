import { z } from "@medusajs/framework/zod"
import { FRESH_LOGIN } from "../../../modules/oauth/clock"
import type { Call, LoggedInActor } from "../../../gateway/call"
import { LowerDetails } from "../../../gateway/card-charges"
import { operation } from "../../../gateway/operation"
import { answerAddress } from "../authorize/response-address"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { type Interaction, interactionOf, requestEnded } from "./interaction"
import { agreedMandates, offeredMandates } from "./offered-mandates"
import { type Person, personFor } from "./person"

const Decision = z.strictObject({
  decision: z.enum(["approve", "deny"]),
  scopes: z.array(z.string()).min(1).max(50).optional(),
  authorization_details: LowerDetails.optional(),
})

/**
 * Accepts the consent decision as JSON from a program in which a person is logged in to the store. Medusa's bearer
 * token identifies the person and replaces the form token, because no page of another origin can send it. The same
 * program must have started the request. `scopes` may be a subset of the requested ones, and `authorization_details`
 * lowers the limits for saved cards. Returns `redirect_to`, the
 * address of the client's redirect.
 */
export const decideByProgram = operation({
  access: "public",
  input: Decision,
  async run({ decision, scopes, authorization_details: lower }, call) {
    const interaction = await interactionOf(call)
    const person = await personIn(interaction, call)
    const answer =
      decision === "approve"
        ? await approve(interaction, person, call, { scopes, lower })
        : await deny(interaction, person, call)
    return { redirect_to: answerAddress(call, interaction.request, answer) }
  },
})

async function personIn({ client }: Interaction, call: Call): Promise<Person & LoggedInActor> {
  const { bearer } = call.session
  if (!bearer)
    throw oauthProblem(
      "invalid_token",
      "A bearer token of a logged-in customer or staff member is required.",
      401
    )
  const person = await personFor(client.flavor, bearer, call)
  if (!person) throw oauthProblem("access_denied", "This account cannot consent to this client.", 403)
  return { ...person, logged_in_at: bearer.logged_in_at }
}

interface Choice {
  readonly scopes: readonly string[] | undefined
  readonly lower: LowerDetails | undefined
}

async function approve(
  interaction: Interaction,
  person: Person & LoggedInActor,
  call: Call,
  { scopes = interaction.request.scopes, lower }: Choice
): Promise<{ code: string }> {
  const { uid, request } = interaction
  const { type, id, logged_in_at } = person
  if (!scopes.every((scope) => request.scopes.includes(scope)))
    throw oauthProblem("invalid_scope", "scopes must be a subset of the requested scopes.")
  const authorization_details = agreedMandates(
    await offeredMandates(interaction, person, call, scopes),
    lower
  )
  const { requests } = oauthOf(call)
  const consent = { actor: { type, id }, logged_in_at, scopes: [...new Set(scopes)], authorization_details }
  const code = await requests.approve(uid, consent)
  if (code) return { code }
  if (await requests.findOpen(uid)) throw loginRequired()
  throw requestEnded()
}

const loginRequired = () =>
  oauthProblem(
    "login_required",
    `Log the person in again and send the new bearer token: it must be newer than the request demands, and at most ${FRESH_LOGIN} seconds old for scopes that move money.`,
    403
  )

async function deny({ uid }: Interaction, { type, id }: Person, call: Call): Promise<{ error: string }> {
  if (!(await oauthOf(call).requests.deny(uid, { type, id }))) throw requestEnded()
  return { error: "access_denied" }
}
