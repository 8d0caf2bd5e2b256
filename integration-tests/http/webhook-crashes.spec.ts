import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Child, startChild } from "../../demo/child-process"
import { encrypt } from "../../src/domain/encryption"
import { newWebhookSecret } from "../../src/domain/webhook-signature"
import WebhookService from "../../src/modules/webhook/service"
import { eventually } from "../support/agent"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"
import { newEncryptionKey, newPrivateKey } from "../support/store-keys"
import { type Envelope, isVerifiedBy } from "../support/webhooks"
import { world } from "../support/world"

const [ADDRESSES, ORDERS, EVENTS_EACH, WORKERS, KILL_EVERY] = [10, 20, 5, 3, 150]
const CLIENT = "ucp_of_the_crash_test"

const encryption_key = newEncryptionKey()
const secret = newWebhookSecret()

interface Received {
  readonly address: string
  readonly order: string
  readonly id: string
  readonly sequence: number
  readonly body: string
  readonly taken: boolean
}

const received: Received[] = []
const unverified: string[] = []
const workers: Child[] = []
const killed: Promise<unknown>[] = []
/** What workers printed that ended without being killed. */
const crashed: string[] = []
let connection: Knex
let isOver = false

/** Rejects every tenth message, and kills a worker after every 150th, before its answer. */
const server = createServer((request, response) => {
  let body = ""
  request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk))
  request.on("end", () => {
    const arrived = { method: "POST", path: request.url ?? "", headers: request.headers, body, status: 200 }
    if (!isVerifiedBy(arrived, secret)) unverified.push(body)
    const { id, sequence, data } = JSON.parse(body) as Envelope
    const taken = Math.random() >= 0.1
    received.push({ address: arrived.path, order: String(data.checkout_id), id, sequence, body, taken })
    if (received.length % KILL_EVERY === 0) kill()
    setTimeout(() => response.writeHead(taken ? 200 : 500).end(), 20)
  })
})

function kill(): void {
  const [victim] = workers.splice(Math.floor(Math.random() * workers.length), 1)
  if (!victim) return
  process.kill(victim.pid, "SIGKILL")
  killed.push(victim.ended)
  void startWorker()
}

async function startWorker(): Promise<void> {
  const env = {
    DATABASE_URL: world().database_url,
    GW_BASE_URL: "http://localhost",
    GW_ENCRYPTION_KEY: encryption_key,
  }
  const script = join(__dirname, "../support/webhook-worker.ts")
  let printed = "nothing"
  const worker = await startChild({
    name: "A worker",
    script,
    ready: "worker ready",
    env: { ...env, GW_CARD_KEY: newPrivateKey() },
    log: (line) => (printed = line),
  })
  void worker.ended.then((code) => code !== null && !isOver && crashed.push(printed))
  if (isOver) return worker.stop()
  workers.push(worker)
}

beforeAll(async () => {
  // The store itself would be a fourth worker that is never killed.
  await switchSurfaces({ ucp_enabled: false })
  connection = knex({ client: "pg", connection: world().database_url })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterAll(async () => {
  isOver = true
  await Promise.all(workers.map((worker) => worker.stop()))
  server.closeAllConnections()
  server.close()
  await sql("delete from gw_webhook_subscription where client_id = $1", [CLIENT])
  await sql("delete from gw_webhook_event where client_id = $1", [CLIENT])
  await connection.destroy()
})

/** Creates the deliveries: five events of each of 20 orders to ten addresses. */
async function addDeliveries(): Promise<void> {
  const webhooks = new WebhookService({ __pg_connection__: connection })
  const { port } = server.address() as AddressInfo
  for (let n = 0; n < ADDRESSES; n++) {
    const id = `whk_crash_${n}`
    const encrypted = encrypt(secret, `webhook ${id}`, encryption_key)
    const address = {
      id,
      client_id: CLIENT,
      profile: "standard" as const,
      url: `http://127.0.0.1:${port}/${n}`,
      events: null,
      description: null,
    }
    await webhooks.subscriptions.create({ ...address, secret: encrypted })
  }
  for (let n = 0; n < ORDERS * EVENTS_EACH; n++) {
    const session_id = `chk_crash_${n % ORDERS}`
    const about = { aggregate: session_id, session_id, client_id: CLIENT, order_id: null }
    const event = { ...about, type: "checkout.canceled", data: { n }, dedupe_key: `crash:${n}` } as const
    expect(await webhooks.outbox.record(event)).toBe(true)
    expect(await webhooks.outbox.record(event)).toBe(false)
  }
}

const unfinished = async () =>
  Number(
    (
      await sql<{ n: string }>(
        `select count(*) as n from gw_webhook_delivery d join gw_webhook_subscription s on s.id = d.subscription_id
          where s.client_id = $1 and d.state = 'pending'`,
        [CLIENT]
      )
    )[0]?.n
  )

/**
 * Ends waiting times early: the pauses before retries, and the leases of workers that were killed three seconds
 * ago. Locks the subscriptions first, in the same order as the workers.
 */
async function passTime(): Promise<void> {
  await sql(
    `with address as materialized (
       select id from gw_webhook_subscription where client_id = $1 order by id for update
     ), probed as (
       update gw_webhook_subscription set probe_at = null where id in (select id from address) and probe_at is not null
     )
     update gw_webhook_delivery
        set next_at = now(),
            leased_until = case when leased_until > now() + interval '57 seconds' then leased_until end
      where subscription_id in (select id from address) and state = 'pending'
        and (next_at > now() or leased_until between now() and now() + interval '57 seconds')`,
    [CLIENT]
  )
}

it(
  "three workers that are killed again and again deliver every event in order, and repeats are identical [EVT-14]",
  { timeout: 900_000 },
  async () => {
    await addDeliveries()
    await Promise.all(Array.from({ length: WORKERS }, startWorker))
    await eventually(async () => {
      expect(crashed).toEqual([])
      await passTime()
      await sleep(150)
      return (await unfinished()) === 0 ? true : undefined
    }, 800)
    const count = ADDRESSES * ORDERS * EVENTS_EACH
    const taken = received.filter((one) => one.taken)
    const keyOf = ({ address, id }: Received) => `${address} ${id}`
    expect(new Set(taken.map(keyOf)).size).toBe(count)
    expect(unverified).toEqual([])
    expect(killed.length).toBeGreaterThan(4)
    // No event arrives before all earlier events of its order were accepted.
    const last = new Map<string, number>()
    const overtaking = received.filter(({ address, order, sequence, taken }) => {
      const queue = `${address} ${order}`
      const reached = last.get(queue) ?? 0
      if (taken) last.set(queue, Math.max(reached, sequence))
      return sequence > reached + 1
    })
    expect(overtaking).toEqual([])
    const bodies = new Map<string, Set<string>>()
    for (const one of received) bodies.set(one.id, (bodies.get(one.id) ?? new Set()).add(one.body))
    expect([...bodies.values()].filter(({ size }) => size > 1)).toEqual([])
    expect(received.length).toBeGreaterThan(count)
  }
)
