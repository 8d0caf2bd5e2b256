import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** The prefix of A2A's HTTP+JSON binding. */
export const REST_PREFIX = "/gw-a2a/v1/rest"

const VERBS = "send|stream|cancel|subscribe"

/** A resource of the binding with its custom verb, which a colon separates (A2A 1.0 section 11.3). */
const VERB = new RegExp(`^(/message|/tasks/[^/?]+?)(:|%3A|/)(${VERBS})(?=/?(?:\\?|$))`, "i")

/**
 * Below the prefix, the path of the route of a URL with a custom verb: `/message:send` is in the folder `message/send`,
 * because a colon in a folder's name would begin a parameter. The folder's own path becomes one without a route, so that
 * each operation has one URL. Other paths stay unchanged.
 */
export function routed(path: string): string {
  return path.replace(VERB, (_, resource: string, separator: string, verb: string) =>
    separator === "/" ? `${resource}/${verb}:` : `${resource}/${verb}`
  )
}

/** The URL of a route by the path of its folder below `src/api`. */
export function urlOf(folder: string): string {
  if (!folder.startsWith(`${REST_PREFIX}/`)) return folder
  return folder.replace(new RegExp(`/(${VERBS})$`), ":$1")
}

/** Rewrites URLs with a custom verb to their route. Must run before the middleware that answers URLs without a route. */
export function followVerbs(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.url = routed(req.url)
  next()
}
