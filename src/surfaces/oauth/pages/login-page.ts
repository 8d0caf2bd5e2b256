import { type Markup, markup } from "../../../gateway/markup"
import { layout } from "../../../gateway/pages/layout"
import { refuseForm } from "./refuse-form"
import type { Fault, Texts } from "./oauth-texts"

/** The fault of the last attempt, and the email address to fill in again. */
export interface LoginFault {
  readonly kind: Fault
  readonly email?: string
}

interface LoginView {
  /** The interaction's address; the form posts below it. */
  readonly address: string
  readonly token: string
  readonly client_name: string
  /** The kinds of account that may consent, the first preselected. */
  readonly kinds: readonly (keyof Texts["kinds"])[]
  readonly fault: LoginFault | undefined
}

/** The page on which a person logs in to the store before the decision. */
export function loginPage(texts: Texts, view: LoginView): string {
  const { address, token, client_name, kinds, fault } = view
  const marks =
    fault?.kind === "wrong_password" ? markup` aria-invalid="true" aria-describedby="fault"` : undefined
  return layout({
    lang: texts.lang,
    title: texts.log_in_title,
    prefix: fault && texts.fault_prefix,
    content: markup`${fault && faultSummary(texts, fault)}
<p>${texts.log_in_intro(client_name)}</p>
<form method="post" action="${address}/login">
<input type="hidden" name="token" value="${token}">
${kindFields(texts, kinds)}
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${fault?.email ?? ""}"${marks}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${marks}>
<button class="key">${texts.log_in}</button>
</form>
${refuseForm(address, token, texts.cancel)}`,
  })
}

/** The error summary: screen readers announce it first, and it links to the field. */
function faultSummary(texts: Texts, { kind }: LoginFault): Markup {
  return markup`<div role="alert" class="fault" id="fault">
<h2>${texts.fault_title}</h2>
<p><a href="#email">${texts.faults[kind]}</a></p>
</div>`
}

function kindFields(texts: Texts, kinds: LoginView["kinds"]): Markup {
  const [first = "user"] = kinds
  if (kinds.length === 1)
    return markup`<input type="hidden" name="kind" value="${first}"><p class="soft">${texts.only[first]}</p>`
  const choices = kinds.map(
    (kind) =>
      markup`<label><input type="radio" name="kind" value="${kind}"${
        kind === first ? markup` checked` : undefined
      }> ${texts.kinds[kind]}</label>`
  )
  return markup`<fieldset><legend>${texts.account_kind}</legend>${choices}</fieldset>`
}
