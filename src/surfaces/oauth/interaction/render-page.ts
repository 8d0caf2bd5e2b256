import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { policySource } from "../../../gateway/pages/policy-source"
import type { RawReply } from "../../../gateway/reply"
import { accountAddress } from "../account/account"
import { endpointOf } from "../oauth-module"
import { consentPage } from "../pages/consent-page"
import { textsFor } from "../pages/languages"
import { type LoginFault, loginPage } from "../pages/login-page"
import { storePage } from "../pages/oauth-page"
import { isLoopback } from "../register/redirect-uri"
import { formToken, secretIn } from "./browser-session"
import type { Interaction } from "./interaction"
import { offeredMandates } from "./offered-mandates"
import { CONSENTERS, type Person } from "./person"

/** The login page, with the fault of the previous attempt if there is one. */
export function renderLogin(
  interaction: Interaction,
  call: Call,
  fault?: LoginFault,
  status = 200
): Promise<RawReply> {
  const texts = textsFor(call.headers["accept-language"])
  const { flavor, name } = interaction.client
  const intro = texts.log_in_intro(name)
  const view = {
    ...common(interaction, call),
    intro,
    kinds: CONSENTERS[flavor],
    fault,
    refuse: texts.cancel,
  }
  const form_targets = [answerSource(interaction)]
  return storePage(call, texts, () => loginPage(texts, view), { status, form_targets })
}

/** The consent page for the person who is logged in; `is_wrong` after limits that could not be accepted. */
export async function renderConsent(
  interaction: Interaction,
  person: Person,
  call: Call,
  is_wrong = false
): Promise<RawReply> {
  const mandates = await offeredMandates(interaction, person, call)
  const { token_lifetimes } = await policyOf(call).settings()
  const texts = textsFor(call.headers["accept-language"])
  const { client, request } = interaction
  const view = {
    ...common(interaction, call),
    client_name: client.name,
    email: person.email,
    flavor: client.flavor,
    scopes: request.scopes,
    answer_to: receiverOf(request.redirect_uri),
    mandate: mandates && { mandates, is_wrong },
    ends_at: new Date(Date.now() + token_lifetimes.consent * 1000),
    account_address: person.type === "customer" ? accountAddress(call) : undefined,
  }
  return storePage(call, texts, ({ name }) => consentPage(texts, { ...view, store: name }), {
    status: is_wrong ? 400 : 200,
    form_targets: [answerSource(interaction)],
  })
}

function common({ uid, actor }: Interaction, call: Call) {
  return {
    address: endpointOf(call, `interaction/${uid}`),
    token: formToken(secretIn(call), uid, actor),
  }
}

/** A private scheme identifies the application that receives it; what follows it is no host of the internet. */
function receiverOf(redirect_uri: string) {
  const url = new URL(redirect_uri)
  if (isLoopback(url)) return { kind: "device", name: url.host } as const
  return url.protocol === "https:"
    ? ({ kind: "host", name: url.host } as const)
    : ({ kind: "app", name: url.protocol.slice(0, -1) } as const)
}

/** The CSP source of the client's redirect URI: browsers apply form-action also to the redirect after a form post. */
const answerSource = ({ request }: Interaction): string => policySource(request.redirect_uri)
