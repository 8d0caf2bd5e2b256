import type { RunningWorld } from "../../integration-tests/support/start-world"
import { startBenchWorld } from "../start-bench-world"
import { ADMIN } from "../../demo/shop/logins"
import type { Target } from "../load"
import { pathsOf } from "./paths"
import { seed } from "./seed"

/** A store with a number of payments, and a logged-in administrator. */
export class Side {
  private constructor(
    private readonly running: RunningWorld,
    private readonly token: string,
    /** The number of payments. */
    readonly count: number,
    /** The requests to the merchant's API, by name. */
    readonly targets: Readonly<Record<string, Target>>
  ) {}

  static async start(count: number): Promise<Side> {
    const running = await startBenchWorld()
    try {
      process.env.GW_TEST_WORLD = JSON.stringify(running.world)
      console.log(`  a store with ${count} payments`)
      await seed(count)
      const { base_url } = running.world
      const token = await logIn(base_url)
      const paths = Object.entries(await pathsOf(count))
      const toTarget = ([what, path]: [string, string]) =>
        [what, get(base_url, token, `/admin/agentic-commerce${path}`)] as const
      return new Side(running, token, count, Object.fromEntries(paths.map(toTarget)))
    } catch (error) {
      await running.stop()
      throw error
    }
  }

  /** Another request to the admin API. */
  target(path: string): Target {
    return get(this.running.world.base_url, this.token, path)
  }

  stop(): Promise<void> {
    return this.running.stop()
  }
}

const get = (base_url: string, token: string, path: string): Target => ({
  url: base_url,
  paths: [path],
  method: "GET",
  headers: { authorization: `Bearer ${token}` },
})

async function logIn(base_url: string): Promise<string> {
  const response = await fetch(`${base_url}/auth/user/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  })
  if (!response.ok) throw new Error(`the login answered ${response.status}`)
  return ((await response.json()) as { token: string }).token
}
