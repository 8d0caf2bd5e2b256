import { z } from "@medusajs/framework/zod"
import { document } from "../../gateway/document"
import { operation } from "../../gateway/operation"
import { servicesOf } from "./services"

const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** `/.well-known/api-catalog` (RFC 9727): the services for agents, and the documents that describe them (RFC 9264). */
export const apiCatalog = operation({
  access: "discovery",
  input: z.unknown(),
  async run(_, call) {
    const services = await servicesOf(call)
    const address = `${call.base_url}/.well-known/api-catalog`
    const linkset = [
      { anchor: address, item: services.map(({ url, title }) => ({ href: url, title })) },
      ...services.map(({ url, meta }) => ({
        anchor: url,
        "service-meta": [{ href: meta, type: "application/json" }],
      })),
    ]
    return document({ linkset }, call, { "Content-Type": LINKSET, Link: `<${address}>; rel="api-catalog"` })
  },
})
