import type { Flavor } from "../../../domain/scopes"
import { layout } from "./layout"
import { markup } from "../../markup"
import { refuseForm } from "./refuse-form"
import type { Texts } from "./texts"

interface ConsentView {
  /** The interaction's address, to which the decision is posted. */
  readonly address: string
  readonly token: string
  readonly client_name: string
  readonly store: string
  readonly flavor: Flavor
  readonly scopes: readonly string[]
  /** The host that receives the answer. */
  readonly answer_to: string
  readonly email: string
}

/** The page on which a person allows or refuses: who asks, for what, and where the answer goes. */
export function consentPage(texts: Texts, view: ConsentView): string {
  const { address, token, client_name, store, flavor, scopes, answer_to, email } = view
  return layout(
    texts.lang,
    texts.consent_title(client_name, store),
    markup`<p class="soft">${texts.unverified}</p>
<p>${texts.acts_for[flavor]} ${texts.it_may}</p>
<ul>
${scopes.map((scope) => markup`<li>${texts.scopes[scope] ?? scope}</li>`)}
</ul>
<p><strong>${texts.answer_to(answer_to)}</strong></p>
<p class="soft">${texts.logged_in_as(email)} <a href="${address}?switch">${texts.someone_else}</a></p>
<form method="post" action="${address}">
<input type="hidden" name="token" value="${token}">
<button class="key" name="decision" value="approve">${texts.approve}</button>
</form>
${refuseForm(address, token, texts.deny)}`
  )
}
