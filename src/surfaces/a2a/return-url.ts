import { z } from "@medusajs/framework/zod"
import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"
import { type Call, callerOf } from "../call"
import { refused } from "./region"

/** What is added to the address, so that the page knows whom it speaks of; its own query must not have these. */
const ADDED = ["task_id", "state"]

/** The agent's page to which the shopper is sent on from the bank. */
export const ReturnUrl = z
  .string()
  .max(2000)
  .refine(isReturnable, "must be a web address without user, fragment, task_id and state")
  .transform((url) => new URL(url).href)
  .describe("Your page for the shopper after the bank, on the origin of one of your redirect_uris")

/** Refuses a page on an origin at which the caller has registered no redirect URI. */
export async function checkReturnUrl(return_url: string | undefined, call: Call): Promise<void> {
  if (return_url === undefined || (await isOwn(return_url, callerOf(call).client_id, call))) return
  throw refused("return_url", "Its origin is not that of one of your redirect_uris")
}

/**
 * Whether a client may have shoppers sent to this address, as it is registered now. One that is revoked may not any
 * more.
 */
export async function isOwn(return_url: string, client_id: string, call: Call): Promise<boolean> {
  const client = await call.container.resolve<OAuthService>(OAUTH_MODULE).clients.find(client_id)
  if (!client || client.status === "revoked" || !isReturnable(return_url)) return false
  const { origin } = new URL(return_url)
  return client.redirect_uris.some((uri) => URL.canParse(uri) && new URL(uri).origin === origin)
}

/** The address with what the page is told. It is for the page to show; whoever acts on it asks for the task. */
export function returnAddress(return_url: string, told: { task_id: string; state: string }): string {
  return `${return_url}${return_url.includes("?") ? "&" : "?"}${new URLSearchParams(told)}`
}

function isReturnable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, href, searchParams } = new URL(text)
  const is_web = protocol === "https:" || protocol === "http:"
  return (
    is_web && !username && !password && !href.includes("#") && !ADDED.some((name) => searchParams.has(name))
  )
}
