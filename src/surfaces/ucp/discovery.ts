import { z } from "@medusajs/framework/zod"
import { isOpen, policyOf } from "../../gateway/admission"
import { document } from "../../gateway/document"
import { type AnyOperation, operation } from "../../gateway/operation"
import { endpoints } from "./capabilities"
import type { Endpoint } from "./capabilities/capability"
import { manifestOf } from "./manifest"
import { negotiate } from "./negotiate"

/**
 * The capability discovery document (spec: UCP discovery): the manifest, every route below the endpoint with its
 * scope, and the parameters of the catalog search.
 */
export const discovery: AnyOperation = operation({
  access: "public",
  input: z.unknown(),
  async run(_, call) {
    const own: Endpoint[] = [
      { method: "GET", path: "/discovery", operation: discovery },
      { method: "POST", path: "/negotiate", operation: negotiate },
    ]
    const { ucp_anonymous_enabled } = await policyOf(call).settings()
    const routes = advertised([...own, ...endpoints()], ucp_anonymous_enabled)
    return document({ ...manifestOf(call), ...routes }, call)
  },
})

/**
 * The routes as the document lists them, with or without anonymous browsing. It has no search parameters when the search
 * is not served.
 */
export function advertised(served: readonly Endpoint[], is_anonymous = false) {
  const search = served.find(({ method, path }) => method === "GET" && path === "/catalog/search")
  return {
    routes: served.map((endpoint) => routeOf(endpoint, is_anonymous)),
    ...(search && { catalog_search_parameters: z.toJSONSchema(search.operation.input, { io: "input" }) }),
  }
}

function routeOf({ method, path, operation: { access, allows_anonymous } }: Endpoint, is_anonymous: boolean) {
  const isScope = !isOpen(access) && access !== "any_token"
  const token = !isOpen(access) && !(is_anonymous && allows_anonymous)
  return { method, path, token, ...(isScope && { scope: access }) }
}
