import type { Agent, Task } from "./agent"
import { fault } from "./bank-ledger"
import { sql } from "./database"
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

/** The link an agent gives its shopper. */
export function linkOf({ artifacts }: Task): string {
  return artifacts.sca_redirect_url
}

/** The bank's own page of a payment, which only its form opens. */
export async function bankPageOf({ artifacts }: Task): Promise<string> {
  const query = "select url from gw_hand_off where subject_id = $1"
  const [row] = await sql<{ url: string }>(query, [artifacts.payment_id])
  return String(row?.url)
}

/** A page of ours as it was answered. */
export interface Answered {
  readonly status: number
  readonly html: string
  readonly type: string | null
}

/** Looks at a link. */
export async function open(link: string, init: RequestInit = {}): Promise<Answered> {
  const response = await fetch(link, init)
  const type = response.headers.get("content-type")
  return { status: response.status, html: await response.text(), type }
}

/** Asks a link for the bank's form at once, without looking at its page before. */
export function postTo(link: string): Promise<Answered> {
  return open(link, { method: "POST" })
}

/** What a page says, in one word. */
export function outcomeOf({ html }: Pick<Page, "html">): string | undefined {
  return /data-outcome="([^"]+)"/.exec(html)?.[1]
}

/** Status and word of a page. */
export function said(page: Pick<Page, "status" | "html">): [number, string | undefined] {
  return [page.status, outcomeOf(page)]
}

/** Where the form of a page leads. */
export function targetOf({ html }: Pick<Page, "html">): string {
  return /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? ""
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
