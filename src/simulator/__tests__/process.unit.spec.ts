import { spawn, type ChildProcess } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { bankKey, makeClient, startShop } from "./support/merchant"
import { paymentBody, until } from "./support/simulator"

const BIN = resolve(__dirname, "../bin.ts")
const TS_NODE = require.resolve("ts-node/dist/bin.js")
const PATH = "/gwb/v1/payments"

let shop: Awaited<ReturnType<typeof startShop>>
let dir: string
const children: ChildProcess[] = []
beforeAll(async () => void (shop = await startShop()))
afterAll(() => shop.stop())
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), "bank-sim-"))))
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL")
  rmSync(dir, { recursive: true, force: true })
})

function run(flags: string[], ipc = false): ChildProcess {
  const stdio = ["ignore", "pipe", "pipe", ...(ipc ? ["ipc" as const] : [])] as ("ignore" | "pipe" | "ipc")[]
  const child = spawn(process.execPath, [TS_NODE, BIN, ...flags], { stdio })
  children.push(child)
  return child
}

function shopFlags(...more: string[]): string[] {
  return ["--merchant", JSON.stringify(shop.merchant), "--control-port", "0", ...more]
}

function ready(child: ChildProcess): Promise<{ url: string; control_url: string; issuer: string }> {
  return new Promise((resolve, reject) => {
    let output = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      const [, json] = /^bank simulator ready (.*)$/m.exec(output) ?? []
      if (json) resolve(JSON.parse(json) as { url: string; control_url: string; issuer: string })
    })
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.once("close", () => reject(new Error(`the simulator ended: ${output}`)))
  })
}

async function ended(child: ChildProcess): Promise<{ code: number | null; stderr: string; stdout: string }> {
  const text = { stderr: "", stdout: "" }
  child.stderr?.on("data", (chunk: Buffer) => (text.stderr += chunk.toString()))
  child.stdout?.on("data", (chunk: Buffer) => (text.stdout += chunk.toString()))
  const [code] = (await once(child, "close")) as [number | null]
  return { code, ...text }
}

describe("the simulator as a process", { timeout: 60_000 }, () => {
  it("restores payments, responses, events and its key after kill -9 and an incomplete line", async () => {
    const first = run(shopFlags("--data", dir, "--port", "0", "--manual-delivery", "--seed", "3"))
    const { url } = await ready(first)
    const port = new URL(url).port
    const call = makeClient(url, url, shop.key)
    const key = randomUUID()
    const created = await call("POST", PATH, paymentBody("gwp_kept"), { key })
    const { id, next_action } = created.json as { id: string; next_action: { url: string } }
    const open = (await call("POST", PATH, paymentBody("gwp_open"))).json as { id: string }
    const headers = { "Content-Type": "application/json" }
    const body = JSON.stringify({ card: "4111111111111111", action: "approve" })
    await fetch(`${next_action.url}/auto`, { method: "POST", headers, body })
    const kid = (await bankKey(url)).kid
    first.kill("SIGKILL")
    await once(first, "close")
    appendFileSync(join(dir, "journal.jsonl"), '[{"kind":"payment","rec')

    const second = run(shopFlags("--data", dir, "--port", port, "--manual-delivery", "--seed", "3"))
    const { control_url } = await ready(second)
    expect((await bankKey(url)).kid).toBe(kid)
    expect((await call("GET", `${PATH}/${id}`)).json).toMatchObject({ id, status: "captured", version: 2 })
    expect((await call("GET", `${PATH}/${open.id}`)).json).toMatchObject({ status: "requires_action" })
    const again = await call("POST", PATH, paymentBody("gwp_kept"), { key })
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([created.text, "true"])
    const replayed = await call("POST", PATH, paymentBody("gwp_kept"), { key, token: created.token })
    expect(replayed.json.error).toMatchObject({ code: "replayed" })
    const third = (await call("POST", PATH, paymentBody("gwp_third"))).json as { id: string }
    expect([id, open.id]).not.toContain(third.id)
    const flushed = await (await fetch(`${control_url}/_sim/flush`, { method: "POST" })).json()
    expect(flushed).toMatchObject({ data: [{ type: "payment.captured", outcome: "delivered" }] })
    expect(shop.received).toHaveLength(1)

    // Facts written after the incomplete line must be readable, too.
    second.kill("SIGKILL")
    await once(second, "close")
    await ready(run(shopFlags("--data", dir, "--port", port, "--manual-delivery")))
    expect((await call("GET", `${PATH}/${third.id}`)).status).toBe(200)
  })

  it("stores its private key readable for its owner only, and no card numbers", async () => {
    const child = run(shopFlags("--data", dir, "--port", "0"))
    const { url } = await ready(child)
    const { json } = await makeClient(url, url, shop.key)("POST", PATH, paymentBody("gwp_secret"))
    const { next_action } = json as { next_action: { url: string } }
    await fetch(next_action.url, {
      method: "POST",
      body: new URLSearchParams({
        csrf: /name="csrf" value="([^"]+)"/.exec(await (await fetch(next_action.url)).text())?.[1] ?? "",
        number: "4111111111111111",
        expiry: "12/40",
        cvv: "123",
        action: "pay",
      }),
    })
    const journal = readFileSync(join(dir, "journal.jsonl"), "utf8")
    expect(journal).toContain('"last4":"1111"')
    expect(journal).not.toContain("4111111111111111")
    expect(statSync(join(dir, "keys.json")).mode & 0o777).toBe(0o600)
  })

  it("stops cleanly on SIGTERM", async () => {
    const child = run(shopFlags("--data", dir, "--port", "0"))
    await ready(child)
    child.kill("SIGTERM")
    expect((await ended(child)).code).toBe(0)
  })

  it("ends when the parent process that started it with IPC ends", async () => {
    const child = run(shopFlags("--memory", "--port", "0"), true)
    await ready(child)
    child.disconnect()
    expect(await once(child, "exit")).toEqual([0, null])
  })

  it("reports a port in use with one sentence", async () => {
    const blocker = createServer().listen(0, "127.0.0.1")
    await once(blocker, "listening")
    const { port } = blocker.address() as { port: number }
    const { code, stderr } = await ended(run(shopFlags("--memory", "--port", String(port))))
    blocker.close()
    expect(code).toBe(1)
    expect(stderr.trim()).toBe(
      `gw-bank-simulator: Port ${port} on 127.0.0.1 is already in use; choose another with --port.`
    )
  })

  it("refuses a data directory in use by a running simulator, and takes it over from a dead one", async () => {
    const first = run(shopFlags("--data", dir, "--port", "0"))
    await ready(first)
    const second = await ended(run(shopFlags("--data", dir, "--port", "0")))
    expect([second.code, second.stderr.includes("in use by another bank simulator")]).toEqual([1, true])
    first.kill("SIGKILL")
    await once(first, "close")
    await ready(run(shopFlags("--data", dir, "--port", "0")))
  })

  it("refuses to start when an earlier journal line is damaged", async () => {
    writeFileSync(join(dir, "journal.jsonl"), "garbage\n[]\n")
    const { code, stderr } = await ended(run(shopFlags("--data", dir, "--port", "0")))
    expect([code, stderr.includes("line 1 is damaged")]).toEqual([1, true])
  })

  it("reads merchants from a file", async () => {
    const file = join(dir, "merchants.json")
    writeFileSync(file, JSON.stringify([shop.merchant]))
    const child = run(["--memory", "--port", "0", "--control-port", "0", "--merchants", file])
    const { url } = await ready(child)
    await until(async () => (await makeClient(url, url, shop.key)("GET", "/gwb/v1/events")).status === 200)
  })
})
