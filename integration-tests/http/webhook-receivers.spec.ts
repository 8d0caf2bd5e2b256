import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startChild } from "../../demo/child-process"
import { freePort } from "../../demo/ports"
import { eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { type Arrived, Receiver } from "../support/receiver"
import { closeReceiver, openReceiver } from "../support/webhook-clients"
import { hasten, subscribe } from "../support/webhooks"
import { world } from "../support/world"

const ROOT = join(__dirname, "../..")

let receiver: Receiver
let buyer: Buyer
beforeAll(async () => {
  receiver = await openReceiver()
  buyer = await Buyer.forGuests()
})
afterAll(() => closeReceiver(receiver))

/** The exit code of a documented program for a message: 0 when the message is genuine. */
async function judged([program = "", ...args]: string[], { headers, body }: Arrived, secret: string) {
  const env = {
    ...process.env,
    WEBHOOK_ID: String(headers["webhook-id"]),
    WEBHOOK_TIMESTAMP: String(headers["webhook-timestamp"]),
    WEBHOOK_SIGNATURE: String(headers["webhook-signature"]),
    WEBHOOK_SECRET: secret,
  }
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ["pipe", "ignore", "inherit"] })
  child.stdin.on("error", () => undefined) // The program may exit after reading the headers.
  child.stdin.end(body)
  const [code] = (await once(child, "exit")) as [number]
  return code
}

describe("the documented programs that verify a message", () => {
  let arrived: Arrived
  let secret: string
  beforeAll(async () => {
    secret = (await subscribe(buyer, receiver.at("/documented"))).secret
    const [first] = await receiver.waitFor("/documented", () => true)
    if (!first) throw new Error("nothing has arrived")
    arrived = first
  })

  it.for<[string, string[], string]>([
    ["TypeScript", [process.execPath, "-r", "ts-node/register", "docs/webhooks/verify.ts"], "node"],
    ["Python", ["python3", "docs/webhooks/verify.py"], "python3"],
    ["openssl", ["sh", "docs/webhooks/verify.sh"], "openssl"],
  ])(
    "accept a genuine message and reject a changed, an old and another secret's one, in %s [EVT-16]",
    async ([, command, tool], { skip }) => {
      // Only this test needs these tools. CI has them and counts a skipped test as failed.
      if (!isInstalled(tool)) return skip()
      const late = String(Number(arrived.headers["webhook-timestamp"]) - 360)
      const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
      const verdicts = [
        judged(command, arrived, secret),
        judged(command, { ...arrived, body: `${arrived.body}\n` }, secret),
        judged(command, { ...arrived, headers: { ...arrived.headers, "webhook-timestamp": late } }, secret),
        judged(command, arrived, other),
      ]
      expect(await Promise.all(verdicts)).toEqual([0, 1, 1, 1])
    }
  )
})

const isInstalled = (tool: string) => spawnSync(tool, ["--version"]).error === undefined

describe("gw-webhook-listen", () => {
  it("prints genuine messages, verified with the secret and the store's keys, and rejects others [EVT-16]", async () => {
    const port = await freePort()
    const { id, secret } = await subscribe(buyer, `http://127.0.0.1:${port}/hook?x=1`)
    const lines: string[] = []
    const listener = await startChild({
      name: "gw-webhook-listen",
      script: join(ROOT, "src/webhook-listener/bin.ts"),
      args: [
        "--port",
        String(port),
        "--secret",
        secret,
        "--profile",
        `${world().base_url}/.well-known/ucp`,
        "--json",
      ],
      ready: "gw-webhook-listen ready",
      log: (line) => lines.push(line),
    })
    try {
      await hasten(id)
      const printed = await eventually(async () => lines.find((line) => line.includes("webhook.ping")))
      expect(JSON.parse(printed)).toMatchObject({ type: "webhook.ping", data: { webhook_id: id } })
      const headers = {
        "webhook-id": "x",
        "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
        "webhook-signature": "v1,AAAA",
      }
      const forged = await fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", headers, body: "{}" })
      expect(forged.status).toBe(401)
      expect(lines).toHaveLength(1)
    } finally {
      await listener.stop()
    }
  })
})
