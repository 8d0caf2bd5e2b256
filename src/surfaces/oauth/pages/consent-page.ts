import { type Flavor, isScope } from "../../../domain/scopes"
import { markup } from "../../../gateway/markup"
import {
  DECISION_FORM,
  fitBesideButton,
  mandateFields,
  mandateSummary,
  type MandateView,
} from "./mandate-fields"
import { refuseForm } from "./refuse-form"
import type { PageParts } from "./oauth-page"
import { dateIn, type Receiver, type Texts } from "./oauth-texts"

interface ConsentView {
  /** The interaction's address, to which the decision is posted. */
  readonly address: string
  readonly token: string
  readonly client_name: string
  readonly store: string
  readonly flavor: Flavor
  readonly scopes: readonly string[]
  /** The receiver of the redirect. */
  readonly answer_to: { readonly kind: Receiver; readonly name: string }
  readonly email: string
  /** Null when the consent is not about charges of saved cards. */
  readonly mandate: MandateView | null
  /** When the access ends at the latest. */
  readonly ends_at: Date
  /** The page on which a customer can withdraw the access; undefined for staff, who use the admin. */
  readonly account_address: string | undefined
}

/**
 * The consent page: which client requests access, where the decision is sent, and its scopes. The receiver comes before
 * the scopes, so that the buttons at the bottom of a small window do not cover it. Limits of saved cards are always shown
 * with the button that allows them: in a few lines above it, or in their fields if they are many.
 */
export function consentPage(texts: Texts, view: ConsentView): PageParts {
  const { address, token, client_name, store, flavor, scopes, answer_to, email, mandate } = view
  const { ends_at, account_address } = view
  const isInView = !mandate || fitBesideButton(mandate)
  return {
    title: texts.consent_title(client_name, store),
    content: markup`<p class="soft"><strong class="badge">${texts.unverified}</strong> ${texts.unverified_why}</p>
<p>${texts.acts_for[flavor]}</p>
<h2>${texts.answer_title}</h2>
<p>${texts.answer_to[answer_to.kind](answer_to.name)}</p>
<h2>${texts.it_may}</h2>
<ul>
${scopes.map((scope) => markup`<li>${isScope(scope) ? texts.scopes[scope] : scope}</li>`)}
</ul>
<p class="soft">${texts.logged_in_as(email)} <a href="${address}?switch">${texts.another_account}</a></p>
${mandate ? mandateFields(texts, mandate) : undefined}
<form id="${DECISION_FORM}"${isInView ? markup` class="decide"` : undefined} method="post" action="${address}">
<input type="hidden" name="token" value="${token}">
${mandate && isInView ? mandateSummary(texts, mandate) : undefined}
<button class="key" name="decision" value="approve">${texts.approve}</button>
</form>
${refuseForm(address, token, texts.deny)}
<h2>${texts.withdraw_title}</h2>
<p class="soft">${texts.ends_on(dateIn(texts, ends_at))} ${account_address ? texts.withdraw_on_page : texts.withdraw_in_admin}${
      account_address && markup` <a href="${account_address}">${texts.account_title}</a>`
    }</p>`,
  }
}
