import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { problem } from "../domain/errors"
import { preflight } from "../gateway/cors"
import { operation } from "../gateway/operation"
import type { Surface } from "../gateway/surface"
import { mount } from "./mount"

/** The fields of Express's route table that are used here. */
interface Layer {
  readonly regexp: RegExp
  readonly route?: { readonly path: string | RegExp; readonly methods: Readonly<Record<string, boolean>> }
}

/**
 * Responds to a URL without a route (404) or without this method (405) in the surface's error format instead of
 * Express's HTML, and to CORS preflight requests. The route files stay the only list of routes. For the documents below
 * `/.well-known/` this also works while their surface is disabled, and preflight requests of every origin succeed.
 * Medusa runs the middleware of a prefix before those of the prefixes inside it, so URLs of `inner` prefixes, which
 * belong to other surfaces, are passed on.
 */
export function answerUnknown(answering: Surface, prefix: string, inner: readonly string[]) {
  const surface = unread(answering)
  const isDocument = prefix.startsWith("/.well-known/")
  const access = isDocument ? "discovery" : "public"
  const refuse = (code: "not_found" | "method_not_allowed", allow?: string[]) =>
    mount(
      surface,
      operation({ access, input: z.unknown(), run: () => Promise.reject(problem(code, { allow })) })
    )

  const routesOf = routesUnder(prefix)
  return async function answeringUnknown(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction) {
    const path = `${req.baseUrl}${req.path}`.replace(/\/$/, "")
    if (inner.some((other) => path === other || path.startsWith(`${other}/`))) return next()
    if (!isDecodable(req.path)) return refuse("not_found")(req, res)
    const methods = methodsAt(routesOf(req), path)
    if (methods.includes(req.method) || (req.method === "HEAD" && methods.includes("GET"))) return next()
    if (!methods.length) return refuse("not_found")(req, res)
    res.setHeader("Allow", methods.join(", "))
    if (req.method === "OPTIONS") return mount(surface, preflight(surface, methods, isDocument))(req, res)
    return refuse("method_not_allowed", methods)(req, res)
  }
}

/** These responses do not depend on the body, so it is not read and cannot cause another error. */
const unread = (surface: Surface): Surface => ({
  ...surface,
  read: (_, operation) => ({ operation, input: undefined }),
})

/** The routes under a prefix. They are collected again only after routes were added, not for every request. */
function routesUnder(prefix: string): (req: MedusaRequest) => Layer[] {
  let routes: Layer[] = []
  let searched = 0
  return (req) => {
    const { stack } = (req.app as unknown as { _router: { stack: Layer[] } })._router
    if (stack.length !== searched) {
      searched = stack.length
      routes = stack.filter(({ route }) => typeof route?.path === "string" && route.path.startsWith(prefix))
    }
    return routes
  }
}

/**
 * Whether the path can be decoded. The router would fail on broken percent-encoding, and the database on a NUL
 * character.
 */
function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0")
  } catch {
    return false
  }
}

function methodsAt(routes: readonly Layer[], path: string): string[] {
  return routes
    .filter((layer) => layer.regexp.test(path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .map((method) => method.toUpperCase())
}
