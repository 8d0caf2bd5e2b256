import type { BankForm } from "../../modules/bank/models/hand-off"
import { inlineScript } from "../inline-script"
import { markup } from "../markup"
import type { RawReply } from "../reply"
import { shopperPage } from "../shopper-page"

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
export function openingPage(): RawReply {
  return formPage("hand-off", "'self'")
}

/** The bank's form, which leads to the bank and nowhere else. */
export function bankFormPage(form: BankForm): RawReply {
  return formPage("bank-form", new URL(form.url).origin, form)
}

function formPage(outcome: string, target: string, form?: BankForm): RawReply {
  const action = form && markup` action="${form.url}"`
  const inputs = Object.entries(form?.fields ?? {}).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`
  )
  const content = markup`<p>You go on at your bank. If nothing happens by itself, press the button.</p>
<form method="post"${action}>${inputs}<button>Continue to the bank</button></form>
${SUBMIT.element}`
  const policy = { "form-action": target, ...SUBMIT.policy }
  return shopperPage({ outcome, title: "Continue to the bank", content }, 200, policy)
}

const WORDS = {
  unknown: [404, "Unknown link", "This link leads nowhere. If there is a newer one, use that."],
  used: [410, "Link already used", "This link has taken a browser to the bank before, and works only once."],
  expired: [410, "Time is up", "The time to go on at the bank is over."],
} as const

const ADVICE = "If it is still to be done, go back to where the link came from and begin again."

/** Why a link no longer leads to the bank. */
export function deadLinkPage(why: keyof typeof WORDS): RawReply {
  const [status, title, text] = WORDS[why]
  return shopperPage({ outcome: why, title, content: markup`<p>${text}</p><p>${ADVICE}</p>` }, status)
}
