import type { BankForm } from "../../modules/bank/models/hand-off"
import { customerPage, type Setting } from "../customer-pages/customer-page"
import type { DeadLink } from "../customer-pages/texts"
import { inlineScript } from "../inline-script"
import { markup } from "../markup"
import type { RawReply } from "../reply"

/**
 * Submits the page's form, once, as soon as somebody can see the page: a tab in the background, or one the browser
 * renders ahead, waits. A field named "submit" would hide the form's own method.
 */
const SUBMIT = inlineScript(`{
  const submit = () => {
    document.querySelector("button").disabled = true
    HTMLFormElement.prototype.submit.call(document.forms[0])
  }
  if (document.visibilityState === "visible") submit()
  else document.addEventListener("visibilitychange", submit, { once: true })
}`)

/** The page behind the link. It holds nothing of the bank's yet: its form asks us for that. */
export function openingPage(setting: Setting): RawReply {
  return formPage(setting, "hand-off", "'self'")
}

/** The bank's form, which leads to the bank and nowhere else. */
export function bankFormPage(form: BankForm, setting: Setting): RawReply {
  return formPage(setting, "bank-form", new URL(form.url).origin, form)
}

function formPage(setting: Setting, outcome: string, target: string, form?: BankForm): RawReply {
  const { if_nothing_happens, continue_at_bank: title } = setting.texts
  const action = form && markup` action="${form.url}"`
  const inputs = Object.entries(form?.fields ?? {}).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`
  )
  const content = markup`<p>${if_nothing_happens.button}</p>
<form method="post"${action}>${inputs}<button class="key">${title}</button></form>
${SUBMIT.element}`
  const policy = { "form-action": target, ...SUBMIT.policy }
  return customerPage(setting, { outcome, title, content }, 200, policy)
}

const STATUS: Readonly<Record<DeadLink, number>> = { unknown: 404, used: 410, expired: 410 }

/** Why a link no longer leads to the bank. */
export function deadLinkPage(why: DeadLink, setting: Setting): RawReply {
  const { dead_links, dead_link_advice } = setting.texts
  const { title, text } = dead_links[why]
  const content = markup`<p>${text}</p><p>${dead_link_advice}</p>`
  return customerPage(setting, { outcome: why, title, content }, STATUS[why])
}
