import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { compiledScript } from "../../demo/compiled"
import { ADMIN } from "../../demo/shop/logins"
import { eventually } from "../support/agent"

/** Outside the port range of the tests' own stores. The bank uses the ports 10 and 11 above. */
const PORT = 9000 + (process.pid % 40) * 20
const STORE = `http://localhost:${PORT}`

describe("the demo", { timeout: 600_000 }, () => {
  const data = mkdtempSync(join(tmpdir(), "gw-demo-test-"))
  let running: ChildProcess | undefined
  let output = ""

  async function start(...flags: string[]): Promise<void> {
    output = ""
    const args = [await compiledScript(join(__dirname, "../../demo/main.ts"))]
    args.push("--port", String(PORT), "--data", data, ...flags)
    const { NODE_ENV: _, ...env } = process.env
    running = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] })
    for (const stream of [running.stdout, running.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk.toString()))
    await eventually(async () => {
      if (running?.exitCode !== null) throw new Error(`the demo has ended: ${output}`)
      return Promise.resolve(
        output.includes("stays open") || output.includes("The shop is open") || undefined
      )
    }, 300)
  }

  async function stop(): Promise<void> {
    if (!running || running.exitCode !== null) return
    running.kill("SIGINT")
    await once(running, "exit")
  }

  /** The lines of a logged error or a stack trace. */
  const errors = () => output.split("\n").filter((line) => /^\W*(error|fatal)\b|^\s+at .+:\d+/i.test(line))

  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await (await fetch(STORE + path, { headers })).json()) as Record<string, unknown>

  async function administrator(): Promise<Record<string, string>> {
    const headers = { "content-type": "application/json" }
    const login = { method: "POST", headers, body: JSON.stringify(ADMIN) }
    const { token } = (await (await fetch(`${STORE}/auth/user/emailpass`, login)).json()) as { token: string }
    return { authorization: `Bearer ${token}` }
  }

  afterAll(async () => {
    await stop()
    rmSync(data, { recursive: true, force: true })
  })

  it("starts, is paid by its sample agent, and prints no error", async () => {
    await start()
    await eventually(() => Promise.resolve(output.includes("The shop stays open") || undefined), 60)
    expect(output).toContain("payment captured")
    expect(errors()).toEqual([])
  })

  it("has every feature on: a signed card, push notifications, and a checklist that is complete except for HTTPS", async () => {
    const card = await get("/.well-known/agent-card.json", { "a2a-version": "1.0" })
    expect(card).toMatchObject({ signatures: [{}], capabilities: { pushNotifications: true } })
    const { items } = await get("/admin/agentic-commerce/checklist", await administrator())
    const open = (items as { id: string; state: string }[]).filter(({ state }) => state !== "done")
    expect(open).toMatchObject([{ id: "base_url", findings: [{ code: "not_https" }, { code: "answers" }] }])
  })

  it.each(["clients", "payments", "tasks", "approvals", "webhooks", "audit"])(
    "has entries in the merchant's list of %s [ADM-38]",
    async (list) => {
      const answer = await get(`/admin/agentic-commerce/${list}`, await administrator())
      expect(answer[list === "audit" ? "entries" : list]).not.toEqual([])
    }
  )

  it("has a waiting approval, and a webhook with an accepted delivery [ADM-38]", async () => {
    const headers = await administrator()
    const waiting = await get("/admin/agentic-commerce/approvals?status=waiting", headers)
    expect(waiting.approvals).toMatchObject([{ amount: 24_900, customer_email: "ana.pop@example.com" }])
    const { webhooks } = await get("/admin/agentic-commerce/webhooks", headers)
    const [webhook] = webhooks as { id: string }[]
    await eventually(async () => {
      const path = `/admin/agentic-commerce/webhooks/${webhook?.id}/deliveries?state=delivered`
      const { deliveries } = await get(path, headers)
      return (deliveries as object[]).length ? true : undefined
    })
  })

  it("starts again with its stored data, and prints no error", async () => {
    await stop()
    await start("--no-agent")
    const { orders } = await get("/admin/orders?fields=id", await administrator())
    expect(orders).toHaveLength(1)
    expect(errors()).toEqual([])
  })
})
