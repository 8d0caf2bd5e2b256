import type { Agent, Task } from "./agent"
import { fault } from "./bank-ledger"
import { OAuthBrowser, type Page } from "./oauth-browser"

const BUTTON = "Continue to the bank"

/** Lets the bank ask for a form, instead of giving a link, for the next payment that is opened. */
export function askForForm(): Promise<void> {
  return fault({ scope: { operation: "create", times: 1 }, api: { redirect_post: true } })
}

/** A payment whose bank wants a form posted. */
export async function createFormPayment(agent: Agent): Promise<Task> {
  await askForForm()
  return agent.createPayment()
}

/** What a page says, in one word. */
export function outcomeOf({ html }: Pick<Page, "html">): string | undefined {
  return /data-outcome="([^"]+)"/.exec(html)?.[1]
}

/** Where the form of a page leads. */
export function targetOf({ html, url }: Pick<Page, "html" | "url">): string {
  return new URL(/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? "", url).href
}

/** Uses a link as a browser without scripts does; `bankForm` is the page that has the bank's form. */
export async function takeForm(link: string): Promise<{ opening: Page; bankForm: Page }> {
  const browser = new OAuthBrowser()
  const opening = await browser.open(link)
  return { opening, bankForm: await browser.submit(opening, BUTTON) }
}

/** Posts the bank's form to the bank. */
export function submitToBank(bankForm: Page): Promise<Page> {
  return new OAuthBrowser().submit(bankForm, BUTTON)
}

/** Asks the link for the bank's form at once, without opening the page before. */
export async function postTo(link: string): Promise<{ status: number; html: string; type: string | null }> {
  const response = await fetch(link, { method: "POST" })
  return { status: response.status, html: await response.text(), type: response.headers.get("content-type") }
}
