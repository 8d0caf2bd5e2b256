import { z } from "@medusajs/framework/zod"
import type { RequestHandler } from "express"
import type { Store } from "../../demo/serve"
import { mount } from "../../src/api/mount"
import sweepOrders from "../../src/jobs/sweep-orders"
import tellExpired from "../../src/jobs/tell-expired"
import { callerOf } from "../../src/surfaces/call"
import { operation } from "../../src/surfaces/operation"
import { ucp } from "../../src/surfaces/ucp"
import { envelopeOf } from "../../src/surfaces/ucp/negotiation/agreement"
import type { Endpoint } from "../../src/surfaces/ucp/capabilities/capability"
import { catalogLookup } from "../../src/surfaces/ucp/capabilities/catalog"

/** Says who calls with what, to whoever passes the gates. */
const probe = operation({
  access: "dev.ucp.shopping.order:read",
  input: z.object({ id: z.string().optional() }),
  run: async (input, call) => ({ input, caller: callerOf(call) }),
})

/** An operation of a capability, which says what was agreed upon for the call. */
const lookupProbe = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  input: z.unknown(),
  run: async (_, call) => ({ ucp: await envelopeOf(call, catalogLookup.name) }),
})

/** Jobs whose time would come too late for a test. */
const JOBS = { "sweep-orders": sweepOrders, "tell-expired": tellExpired }

/** Adds addresses of the UCP surface to a store under test, by which its gates can be tried from outside. */
export function addProbes({ app, container }: Store): void {
  // Medusa's routes are typed more narrowly than the application that calls them.
  const handler = mount(ucp, probe) as unknown as RequestHandler
  app.route("/gw-ucp/v1/probe").get(handler).post(handler)
  for (const [name, job] of Object.entries(JOBS))
    app.post(`/probe/jobs/${name}`, (_req, res, next) => {
      job(container).then(() => res.sendStatus(204), next)
    })
  const path = "/products/feed/probe"
  app.get(`/gw-ucp/v1${path}`, mount(ucp, lookupProbe) as unknown as RequestHandler)
  const operations = catalogLookup.operations as Endpoint[]
  operations.push({ method: "GET", path, operation: lookupProbe })
}
