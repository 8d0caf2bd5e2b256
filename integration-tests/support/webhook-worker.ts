import type { MedusaContainer } from "@medusajs/framework/types"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { OAUTH_MODULE } from "../../src/modules/oauth"
import { Clients } from "../../src/modules/oauth/clients"
import { POLICY_MODULE } from "../../src/modules/policy"
import { WEBHOOK_MODULE } from "../../src/modules/webhook"
import WebhookService from "../../src/modules/webhook/service"
import { deliverWebhooks } from "../../src/webhooks/deliver-webhooks"

/**
 * A process that does nothing but deliver webhooks, with the store's own code and on its database: one that starts in no
 * time, and may be killed at any.
 */
const connection = knex({ client: "pg", connection: process.env.DATABASE_URL, pool: { min: 0, max: 10 } })

const { GW_BASE_URL: base_url = "", GW_ENCRYPTION_KEY: encryption_key = "", GW_CARD_KEY } = process.env
const card_key: unknown = GW_CARD_KEY && JSON.parse(GW_CARD_KEY)
const options = { base_url, encryption_key, card_key, allow_private_networks: true }
const services: Record<string, unknown> = {
  [WEBHOOK_MODULE]: new WebhookService({ __pg_connection__: connection }),
  [OAUTH_MODULE]: { clients: new Clients(connection) },
  [POLICY_MODULE]: { options, settings: async () => ({ ucp_enabled: true }) },
  [ContainerRegistrationKeys.PG_CONNECTION]: connection,
  [ContainerRegistrationKeys.LOGGER]: console,
}
/** Ends the worker when its code needs a service that is not here, so that the test fails at once and not by timeout. */
function resolve(name: string): unknown {
  if (name in services) return services[name]
  console.error(`The worker has no service "${name}".`)
  process.exit(1)
}
const container = { resolve } as unknown as MedusaContainer

process.once("disconnect", () => process.exit(0))
process.once("SIGTERM", () => process.exit(0))
setInterval(() => void deliverWebhooks(container).catch(console.error), 200)
console.log("worker ready {}")
