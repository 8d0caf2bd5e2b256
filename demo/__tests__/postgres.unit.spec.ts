import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Client } from "@medusajs/framework/pg"
import { clusterHome } from "../database/home"
import { freePort } from "../ports"
import { createDatabase, removePostgres, startPostgres } from "../postgres"

const parent = mkdtempSync(join(tmpdir(), "gw-postgres-"))
const dir = join(parent, "cluster")
const start = () => startPostgres({ dir, disposable: true })
const lockFile = () => join(clusterHome(dir), "data", "postmaster.pid")

/** Starts the same cluster in another process, which keeps it running. Resolves once it is up. */
async function startElsewhere(): Promise<ChildProcess> {
  const code = `require(${JSON.stringify(join(__dirname, "..", "postgres"))}).startPostgres({ dir: process.argv[1] })
    .then(() => process.send("up")); setInterval(() => {}, 1000)`
  const args = ["-r", "ts-node/register", "-e", code, dir]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] })
  await once(child, "message")
  return child
}

async function endWith(child: ChildProcess, signal: NodeJS.Signals) {
  const ended = once(child, "exit")
  child.kill(signal)
  await ended
}

afterAll(async () => {
  await removePostgres(dir)
  rmSync(parent, { recursive: true })
})

describe("the embedded PostgreSQL", () => {
  it("keeps its data between starts and leaves no lock when stopped", async () => {
    const first = await start()
    expect(first.fresh).toBe(true)
    expect(await createDatabase(first.url("postgres"), "a shop")).toBe(true)
    await first.stop()
    expect(existsSync(lockFile())).toBe(false)
    const second = await start()
    expect(second.fresh).toBe(false)
    expect(await createDatabase(second.url("postgres"), "a shop")).toBe(false)
    await second.stop()
  })

  it("refuses a wrong password", async () => {
    const postgres = await start()
    const client = new Client({
      connectionString: postgres.url("postgres").replace(/:[0-9a-f]{32}@/, ":wrong@"),
    })
    await expect(client.connect()).rejects.toThrow(/password authentication failed/)
    await postgres.stop()
  })

  it("refuses to start on a cluster that another process uses", async () => {
    const owner = await startElsewhere()
    await expect(start()).rejects.toThrow(`Another start (process ${owner.pid}) is using`)
    await endWith(owner, "SIGKILL")
  })

  it("takes over a cluster from a process that was killed", async () => {
    const owner = await startElsewhere()
    await endWith(owner, "SIGKILL")
    expect(existsSync(lockFile())).toBe(true)
    const postgres = await start()
    await postgres.stop()
    expect(existsSync(lockFile())).toBe(false)
  })

  it("ignores a lock whose process id now belongs to another program", async () => {
    writeFileSync(lockFile(), `${process.pid}\n${clusterHome(dir)}/data\n`)
    const postgres = await start()
    await postgres.stop()
  })

  describe("whose port another program takes", () => {
    const program = createServer()
    let taken = 0
    beforeAll(async () => {
      taken = await freePort()
      program.listen(taken, "127.0.0.1")
      await once(program, "listening")
    })
    afterAll(() => void program.close())

    it("starts on another port", async () => {
      const ports = [taken, taken, await freePort()]
      const choosePort = async () => ports.shift() as number
      const postgres = await startPostgres({ dir, disposable: true, choosePort })
      expect(ports).toEqual([])
      expect(await createDatabase(postgres.url("postgres"), "a shop")).toBe(false)
      await postgres.stop()
    })

    it("names the port when each attempt finds it taken", async () => {
      const attempt = startPostgres({ dir, disposable: true, choosePort: async () => taken })
      await expect(attempt).rejects.toThrow(`another program uses port ${taken}`)
    })
  })
})
