import type { BankForm } from "../../modules/bank/models/hand-off"
import { customerPage, type Setting } from "../../gateway/customer-pages/customer-page"
import type { DeadLink } from "../../gateway/customer-pages/texts"
import { inlineScript } from "../../gateway/inline-script"
import { markup } from "../../gateway/markup"
import type { RawReply } from "../../gateway/reply"

/**
 * Browser code: submits the form once, as soon as the page is visible; a background tab or a prerendered page waits.
 * Calls the prototype's method, because a field named "submit" would hide the form's own.
 */
const SUBMIT = inlineScript(`{
  const submit = () => {
    document.querySelector("button").disabled = true
    HTMLFormElement.prototype.submit.call(document.forms[0])
  }
  if (document.visibilityState === "visible") submit()
  else document.addEventListener("visibilitychange", submit, { once: true })
}`)

/** The page behind the link. It contains no data of the bank: its form requests the data from us. */
export function openingPage(setting: Setting): RawReply {
  return formPage(setting, "hand-off", "'self'")
}

/** The page with the bank's form, which can only be submitted to the bank. */
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

/** The page that explains why a link no longer leads to the bank. */
export function deadLinkPage(why: DeadLink, setting: Setting): RawReply {
  const { dead_links, dead_link_advice } = setting.texts
  const { title, text } = dead_links[why]
  const content = markup`<p>${text}</p><p>${dead_link_advice}</p>`
  return customerPage(setting, { outcome: why, title, content }, STATUS[why])
}
