import { operation } from "../../../gateway/operation"
import { Parameters } from "../parameters"
import { requireStoredSession } from "./browser-session"
import { interactionOf, mustLogInAgain } from "./interaction"
import { renderConsent, renderLogin } from "./render-page"

/**
 * Shows the consent page, or the login page when the person is not logged in, must log in again, may not consent, or
 * wants another account (`?switch`).
 */
export const showInteraction = operation({
  access: "public",
  input: Parameters,
  async run(parameters, call) {
    requireStoredSession(call)
    const interaction = await interactionOf(call)
    const { person } = interaction
    if (!person || parameters.has("switch")) return renderLogin(interaction, call)
    if (await mustLogInAgain(interaction, person, call))
      return renderLogin(interaction, call, { kind: "log_in_again", email: person.email })
    return renderConsent(interaction, person, call)
  },
})
