import { z } from "@medusajs/framework/zod"
import type { RequestHandler } from "express"
import type { Store } from "../../demo/serve"
import { mount } from "../../src/api/mount"
import { callerOf } from "../../src/surfaces/call"
import { operation } from "../../src/surfaces/operation"
import { ucp } from "../../src/surfaces/ucp"

/** Says who calls with what, to whoever passes the gates. */
const probe = operation({
  access: "dev.ucp.shopping.order:read",
  input: z.object({ id: z.string().optional() }),
  run: async (input, call) => ({ input, caller: callerOf(call) }),
})

/** Adds an address of the UCP surface to a store under test, by which its gates can be tried from outside. */
export function addProbes({ app }: Store): void {
  // Medusa's routes are typed more narrowly than the application that calls them.
  const handler = mount(ucp, probe) as unknown as RequestHandler
  app.route("/gw-ucp/v1/probe").get(handler).post(handler)
}
