import type { Agent, Task } from "./agent"
import { fault } from "./bank-ledger"
import { sql } from "./database"
import { OAuthBrowser, type Page } from "./oauth-browser"

const BUTTON = "Continue to the bank"

/** Makes the bank require a form post instead of a link for the next payment. */
export function requireFormPost(): Promise<void> {
  return fault({ scope: { operation: "create", times: 1 }, api: { redirect_post: true } })
}

/** Creates a payment whose bank page requires a form post. */
export async function createFormPayment(agent: Agent): Promise<Task> {
  await requireFormPost()
  return agent.createPayment()
}

/** The link the agent passes to the customer. */
export function linkOf({ artifacts }: Task): string {
  return artifacts.sca_redirect_url
}

/** The bank's own page of a payment, which only its form opens. */
export async function bankPageOf({ artifacts }: Task): Promise<string> {
  const query = "select url from gw_hand_off where subject_id = $1"
  const [row] = await sql<{ url: string }>(query, [artifacts.payment_id])
  return String(row?.url)
}

/** A page of the gateway. */
export interface Answered {
  readonly status: number
  readonly html: string
  readonly type: string | null
}

/** Opens a link. */
export async function open(link: string, init: RequestInit = {}): Promise<Answered> {
  const response = await fetch(link, init)
  const type = response.headers.get("content-type")
  return { status: response.status, html: await response.text(), type }
}

/** Requests the bank's form from a link without opening its page first. */
export function postTo(link: string): Promise<Answered> {
  return open(link, { method: "POST" })
}

/** The outcome a page shows. */
export function outcomeOf({ html }: Pick<Page, "html">): string | undefined {
  return /data-outcome="([^"]+)"/.exec(html)?.[1]
}

/** A page's status and outcome. */
export function said(page: Pick<Page, "status" | "html">): [number, string | undefined] {
  return [page.status, outcomeOf(page)]
}

/** The address a page's form is posted to. */
export function targetOf({ html }: Pick<Page, "html">): string {
  return /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? ""
}

/** Uses a link as a browser without scripts does; `bankForm` is the page with the bank's form. */
export async function takeForm(link: string): Promise<{ opening: Page; bankForm: Page }> {
  const browser = new OAuthBrowser()
  const opening = await browser.open(link)
  return { opening, bankForm: await browser.submit(opening, BUTTON) }
}

/** Posts the bank's form to the bank. */
export function submitToBank(bankForm: Page): Promise<Page> {
  return new OAuthBrowser().submit(bankForm, BUTTON)
}
