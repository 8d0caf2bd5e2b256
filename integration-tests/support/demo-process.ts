import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { compiledScript } from "../../demo/compiled"
import { ADMIN } from "../../demo/shop/logins"
import { eventually } from "./agent"

/** A demo that runs as `npm run demo` does, with a data folder of its own. */
export class DemoProcess {
  /** The folder of its data. */
  readonly data = mkdtempSync(join(tmpdir(), "gw-demo-test-"))
  /** What it has printed since it was started. */
  output = ""
  private running: ChildProcess | undefined

  /** The demo uses the ports from `port` to the 13th above. */
  constructor(
    private readonly port: number,
    private readonly more: NodeJS.ProcessEnv = {}
  ) {}

  get store(): string {
    return `http://localhost:${this.port}`
  }

  /** Starts the demo, and waits until the shop is open. */
  async start(...flags: string[]): Promise<void> {
    await this.spawn(flags)
    await eventually(async () => {
      if (this.running?.exitCode !== null) throw new Error(`the demo has ended: ${this.output}`)
      return Promise.resolve(this.output.includes("The shop is open") || undefined)
    }, 300)
  }

  /** Runs the demo with arguments that it must refuse, and returns its exit code. */
  async refused(...flags: string[]): Promise<number | null> {
    const demo = await this.spawn(flags)
    const [code] = (await once(demo, "close")) as [number | null]
    return code
  }

  /** Waits until the sample agent is done. */
  async agentDone(): Promise<void> {
    await eventually(
      () => Promise.resolve(/stays open|did not get through/.test(this.output) || undefined),
      300
    )
  }

  async stop(): Promise<void> {
    if (!this.running || this.running.exitCode !== null) return
    this.running.kill("SIGINT")
    await once(this.running, "exit")
  }

  /** Stops the demo and deletes its data. */
  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.data, { recursive: true, force: true })
  }

  /** The lines of a logged error or a stack trace. */
  errors(): string[] {
    return this.output.split("\n").filter((line) => /^\W*(error|fatal)\b|^\s+at .+:\d+/i.test(line))
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
    return (await (await fetch(this.store + path, { headers })).json()) as Record<string, unknown>
  }

  /** The authorization header of the administrator. */
  async administrator(): Promise<Record<string, string>> {
    const headers = { "content-type": "application/json" }
    const login = { method: "POST", headers, body: JSON.stringify(ADMIN) }
    const response = await fetch(`${this.store}/auth/user/emailpass`, login)
    const { token } = (await response.json()) as { token: string }
    return { authorization: `Bearer ${token}` }
  }

  private async spawn(flags: string[]): Promise<ChildProcess> {
    this.output = ""
    const script = await compiledScript(join(__dirname, "../../demo/main.ts"))
    const args = [script, "--port", String(this.port), "--data", this.data, ...flags]
    const { NODE_ENV: _, ...env } = process.env
    const demo = spawn(process.execPath, args, {
      env: { ...env, ...this.more },
      stdio: ["ignore", "pipe", "pipe"],
    })
    for (const stream of [demo.stdout, demo.stderr])
      stream?.on("data", (chunk: Buffer) => (this.output += chunk.toString()))
    this.running = demo
    return demo
  }
}
