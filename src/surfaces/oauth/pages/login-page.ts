import { type Markup, markup } from "../../../gateway/markup"
import { refuseForm } from "./refuse-form"
import type { PageParts } from "./oauth-page"
import type { Fault, Texts } from "./oauth-texts"

/** The fault of the last attempt, and the email address to fill in again. */
export interface LoginFault {
  readonly kind: Fault
  readonly email?: string
}

interface LoginView {
  /** The page's address; the form posts below it. */
  readonly address: string
  readonly token: string
  /** Why the person must log in. */
  readonly intro: string
  /** The kinds of account that may consent. */
  readonly kinds: readonly (keyof Texts["only"])[]
  readonly fault: LoginFault | undefined
  /** The label of the button that denies the access; without one, nothing is to be decided. */
  readonly refuse?: string
}

/** The page on which a person logs in to the store before the decision. */
export function loginPage(texts: Texts, view: LoginView): PageParts {
  const { address, token, intro, kinds, fault, refuse } = view
  const marks =
    fault?.kind === "wrong_password" ? markup` aria-invalid="true" aria-describedby="fault"` : undefined
  return {
    title: texts.log_in_title,
    prefix: fault && texts.fault_prefix,
    content: markup`${fault && faultSummary(texts, fault)}
<p>${intro}</p>
<form method="post" action="${address}/login">
<input type="hidden" name="token" value="${token}">
${refuse === undefined ? undefined : markup`<p class="soft">${whoDecides(texts, kinds)}</p>`}
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${fault?.email ?? ""}"${marks}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${marks}>
<button class="key">${texts.log_in}</button>
</form>
${refuse === undefined ? undefined : refuseForm(address, token, refuse)}`,
  }
}

/** The error summary: screen readers announce it first, and it links to the field. */
function faultSummary(texts: Texts, { kind }: LoginFault): Markup {
  return markup`<div role="alert" class="fault" id="fault">
<h2>${texts.fault_title}</h2>
<p><a href="#email">${texts.faults[kind]}</a></p>
</div>`
}

/** Who can decide about the access. */
function whoDecides(texts: Texts, kinds: LoginView["kinds"]): string {
  const [first, another] = kinds
  return first === undefined || another !== undefined ? texts.either : texts.only[first]
}
