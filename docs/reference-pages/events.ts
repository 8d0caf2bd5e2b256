import { WEBHOOK_EVENTS } from "../../src/domain/webhook"
import { envelopeSchema } from "../../src/surfaces/ucp/webhook/event-schemas"
import { code, page, type Section } from "./page"
import { docstringOf, exportsOf, filesBelow, firstSentence, type Load, parse } from "./source"

interface Subscriber {
  readonly file: string
  readonly purpose: string
  readonly events: readonly string[]
}

/** The webhook events that clients receive, and Medusa's events that the plugin listens to: `src/subscribers`. */
export async function eventsPage(load: Load): Promise<string> {
  const subscribers = await Promise.all(filesBelow("src/subscribers").map((file) => subscriberOf(file, load)))
  const text = "It lists the webhook events that the plugin sends and the Medusa events that it listens to."
  return page("Events", text, [webhookEvents(), subscriberFiles(subscribers), medusaEvents(subscribers)])
}

function webhookEvents(): Section {
  const rows = WEBHOOK_EVENTS.map((type) => [
    code(type),
    envelopeSchema(type).description ?? "",
    `[${type}.json](../events/${type}.json)`,
  ])
  const text = "[docs/webhooks.md](../webhooks.md) describes how they are sent and signed."
  return { heading: "Webhook events", text, table: { columns: ["event", "when", "JSON Schema"], rows } }
}

function subscriberFiles(subscribers: readonly Subscriber[]): Section {
  const rows = subscribers.map(({ file, purpose }) => [code(file), purpose])
  return { heading: "Subscribers", table: { columns: ["file", "what it does"], rows } }
}

function medusaEvents(subscribers: readonly Subscriber[]): Section {
  const names = [...new Set(subscribers.flatMap(({ events }) => events))].sort()
  const rows = names.map((name) => {
    const listening = subscribers.filter(({ events }) => events.includes(name))
    return [code(name), listening.map(({ file }) => code(file)).join(", ")]
  })
  return { heading: "Medusa events", table: { columns: ["event", "subscribers"], rows } }
}

async function subscriberOf(file: string, load: Load): Promise<Subscriber> {
  const { config } = (await exportsOf(load, file)) as { config: { event: string | string[] } }
  const purpose = firstSentence(docstringOf(parse(file), "default"))
  return { file, purpose, events: [config.event].flat() }
}
