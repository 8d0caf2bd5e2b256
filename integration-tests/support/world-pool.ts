import { once } from "node:events"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { PooledWorld } from "./pooled-world"
import { everySetting } from "./store-keys"

/**
 * The number of worlds that may run at once; before another environment starts, the pool stops the world that
 * has been idle longest.
 */
const MOST = 8

/** The world that a spec file requests. */
export interface Order {
  readonly env: Record<string, string>
  /** Requests a world that no other file has used. */
  readonly fresh: boolean
}

/**
 * Keeps the stores of a test run. A file takes a store with the environment it needs, and no other file uses it until
 * it is released; then the next file gets the same processes, with the settings, the clock and the faults of a new
 * store. So a store boots once for each environment and worker, and not once for each file.
 */
export class WorldPool {
  private readonly idle: PooledWorld[] = []
  private readonly taken = new Map<number, PooledWorld>()
  private booting = 0
  booted = 0

  constructor(private readonly bootWorld: typeof PooledWorld.boot = PooledWorld.boot) {}

  async take({ env, fresh }: Order): Promise<PooledWorld> {
    const world = fresh ? undefined : this.reuse(JSON.stringify(env))
    const found = world ?? (await this.boot(env))
    this.taken.set(found.id, found)
    return found
  }

  find(id: number): PooledWorld {
    const world = this.taken.get(id)
    if (!world) throw new Error(`world ${id} is not in use`)
    return world
  }

  /** Returns a world to the pool. The pool stops a world that a failed test has used or that cannot be reset. */
  async release(id: number, { failed }: { failed: boolean }): Promise<void> {
    const world = this.find(id)
    this.taken.delete(id)
    if (failed || !(await world.reset().catch(() => false))) return world.stop()
    world.pause()
    this.idle.push(world)
  }

  async stop(): Promise<void> {
    await Promise.all([...this.idle, ...this.taken.values()].map((world) => world.stop()))
  }

  private reuse(key: string): PooledWorld | undefined {
    const index = this.idle.findIndex((world) => world.key === key)
    if (index < 0) return undefined
    const [world] = this.idle.splice(index, 1)
    world?.resume()
    return world
  }

  private async boot(env: Record<string, string>): Promise<PooledWorld> {
    const running = this.idle.length + this.taken.size + this.booting
    this.booting++
    // Before the first wait: other files may request worlds meanwhile.
    const id = ++this.booted
    try {
      if (running >= MOST) await this.idle.shift()?.stop()
      return await this.bootWorld(id, env)
    } finally {
      this.booting--
    }
  }
}

/** Makes the pool available to the workers of a test run, which find its address in `GW_TEST_POOL`. */
export default async function setup(): Promise<() => Promise<void>> {
  const pool = new WorldPool()
  const server = createServer((request, response) => {
    answer(pool, request).then(
      (body) => response.end(JSON.stringify(body ?? null)),
      (error: Error) => response.writeHead(500).end(error.stack ?? error.message)
    )
  })
  process.env.GW_TEST_POOL = await listen(server)
  // Workers inherit the environment, and therefore share one set of keys.
  everySetting()
  return async () => {
    server.close()
    server.closeAllConnections()
    await pool.stop()
    if (pool.booted > 0) console.log(`stores booted for this run: ${pool.booted}`)
  }
}

async function listen(server: Server): Promise<string> {
  server.requestTimeout = 0
  // This process copies databases for seconds. Idle connections would then be closed before their next request is read.
  server.keepAliveTimeout = 0
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function answer(pool: WorldPool, request: IncomingMessage): Promise<unknown> {
  const [, verb = "", id = ""] = (request.url ?? "").split("/")
  const body = JSON.parse(await textOf(request)) as unknown
  if (verb === "take") {
    const world = await pool.take(body as Order)
    return { id: world.id, world: world.world }
  }
  if (verb === "release") return pool.release(Number(id), body as { failed: boolean })
  return pool.find(Number(id)).do(verb, body as Record<string, never>)
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}
