import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { problem } from "../domain/errors"
import { preflight } from "../surfaces/cors"
import { operation } from "../surfaces/operation"
import type { Surface } from "../surfaces/surface"
import { mount } from "./mount"

/** The part of Express's route table that is looked at. */
interface Layer {
  readonly regexp: RegExp
  readonly route?: { readonly path: string | RegExp; readonly methods: Readonly<Record<string, boolean>> }
}

/**
 * Answers an address of ours that has no route, or not for this method, in its surface's own envelope instead of
 * Express's HTML, and browsers that ask before they call. The route files stay the only list of what there is.
 * Documents that anybody may read are refused to nobody, also while their surface is off. Medusa runs a prefix before
 * those inside it, so addresses of `inner` prefixes, which other surfaces answer, are left to them.
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

/** Nothing here depends on what is sent, so that a body cannot be what is wrong with it. */
const unread = (surface: Surface): Surface => ({
  ...surface,
  read: (_, operation) => ({ operation, input: undefined }),
})

/** The routes under a prefix; searched for again only when others have been added, not among a thousand every time. */
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

/** The router would fail on a parameter whose percent-encoding is broken, and the database on a NUL in it. */
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
