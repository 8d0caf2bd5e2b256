import { z } from "@medusajs/framework/zod"
import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"
import { type Call, callerOf } from "../../gateway/call"
import { refused } from "./region"

/**
 * Query parameters added to the URL, so that the page knows which task it is about. The URL must not contain them
 * already.
 */
const ADDED = ["task_id", "state"]

/** The agent's page to which the customer is redirected after the bank's page. */
export const ReturnUrl = z
  .string()
  .max(2000)
  .refine(isReturnable, "must be an http or https URL without credentials, fragment, task_id and state")
  .transform((url) => new URL(url).href)
  .describe("Your page for the shopper after the bank, on the origin of one of your redirect_uris")

/** Refuses a URL whose origin is not that of a redirect URI the caller has registered. */
export async function checkReturnUrl(return_url: string | undefined, call: Call): Promise<void> {
  if (return_url === undefined || (await isOwn(return_url, callerOf(call).client_id, call))) return
  throw refused("return_url", "must have the origin of one of the client's redirect_uris")
}

/**
 * Whether a client may have customers redirected to this URL, by its current registration. A revoked client may not.
 */
export async function isOwn(return_url: string, client_id: string, call: Call): Promise<boolean> {
  const client = await call.container.resolve<OAuthService>(OAUTH_MODULE).clients.find(client_id)
  if (!client || client.status === "revoked" || !isReturnable(return_url)) return false
  const { origin } = new URL(return_url)
  return client.redirect_uris.some((uri) => URL.canParse(uri) && new URL(uri).origin === origin)
}

/**
 * The URL with the task's id and state. The page may only display them; to act on them, an agent must read the task.
 */
export function returnAddress(return_url: string, parameters: { task_id: string; state: string }): string {
  return `${return_url}${return_url.includes("?") ? "&" : "?"}${new URLSearchParams(parameters)}`
}

function isReturnable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, href, searchParams } = new URL(text)
  const isWeb = protocol === "https:" || protocol === "http:"
  return (
    isWeb && !username && !password && !href.includes("#") && !ADDED.some((name) => searchParams.has(name))
  )
}
