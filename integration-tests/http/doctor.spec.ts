import { execFile } from "node:child_process"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { demoAddresses, storeEnvironment } from "../../demo/environment"
import { loadSecrets } from "../../demo/secrets"
import { closeCatalog, makeProduct, variant } from "../support/catalog"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"
import { changeSettings } from "../support/policy"
import { newEncryptionKey, newPrivateKey } from "../support/store-keys"
import { world } from "../support/world"

interface Report {
  healthy: boolean
  findings: { check: string; level: string; text: string }[]
}

const LEVELS = ["ok", "warning", "problem"]

/** The environment of the running store, with some variables replaced by wrong ones. */
function environment(wrong: Record<string, string>): NodeJS.ProcessEnv {
  const port = Number(new URL(world().base_url).port)
  const secrets = loadSecrets(join(world().log_file, "../secrets.json"))
  return {
    PATH: process.env.PATH,
    ...storeEnvironment(demoAddresses(port), secrets),
    GW_CARD_KEY: newPrivateKey(),
    GW_ENCRYPTION_KEY: newEncryptionKey(),
    DATABASE_URL: world().database_url,
    NODE_ENV: "development",
    ...wrong,
  }
}

/** Runs the command as a process in the folder of the store's medusa-config. */
function doctor(args: string[], wrong: Record<string, string> = {}) {
  const command = ["-r", "ts-node/register/transpile-only", "src/diagnostics/doctor/bin.ts", ...args]
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, command, { env: environment(wrong) }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr })
    )
  })
}

async function reportOf(
  wrong: Record<string, string>
): Promise<{ code: number; of: Record<string, string>; texts: string[] }> {
  const { code, stdout } = await doctor(["--json"], wrong)
  const { healthy, findings } = JSON.parse(stdout) as Report
  expect(healthy).toBe(code === 0)
  // The last entry of a check wins, so the worst result must come last.
  const last = [...findings].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
  const of = Object.fromEntries(last.map(({ check, level, text }) => [check, `${level} ${text}`]))
  return { code, of, texts: findings.filter(({ level }) => level !== "ok").map(({ text }) => text) }
}

describe("gw-doctor", () => {
  beforeAll(() => switchSurfaces({ a2a_enabled: true }))

  it("follows the way to the login also where callers without a token may browse [DOC-09]", async () => {
    await changeSettings({ ucp_enabled: true, ucp_anonymous_enabled: true })
    const { stdout } = await doctor([])
    expect(stdout).toMatch(/^ok +MCP +\/gw-ucp\/v1\/mcp leads assistants to the store's login$/m)
    await changeSettings({ ucp_enabled: false, ucp_anonymous_enabled: false })
  })

  it("names the origins of product images that assistants do not show [DOC-10]", async () => {
    await changeSettings({ ucp_enabled: true })
    const origin = "https://a-doctor.example"
    await makeProduct({
      title: "Lancet",
      thumbnail: `${origin}/lancet.png`,
      variants: [variant(2, 10)],
    })
    const warned = /^warning +product images +assistants do not show product images of .*a-doctor/m
    expect((await doctor([])).stdout).toMatch(warned)
    expect((await doctor([], { GW_IMAGE_ORIGINS: origin })).stdout).not.toContain("a-doctor")
    await closeCatalog()
  })

  it("reports every check of a healthy store as ok and changes nothing [DOC-01, DOC-04, DOC-06, DOC-07, DOC-08, DOC-09]", async () => {
    const settings = () => sql("select * from gw_setting")
    const before = await settings()
    const { code, stdout, stderr } = await doctor([])
    expect([code, stderr]).toEqual([0, ""])
    expect(stdout).not.toContain("PROBLEM")
    for (const line of [
      /^ok +own keys +bank.merchant_key is a P-256 key$/m,
      /^ok +database +answers, and has all tables of this version$/m,
      /^ok +base_url +http:.* answers, with every document for discovery$/m,
      /^ok +published keys +the store publishes its key for the bank$/m,
      /^ok +bank's keys +1 of http:.*jwks.json can be used$/m,
      /^ok +clock +agrees with the database$/m,
      /^ok +clock +agrees with the bank$/m,
      /^ok +payment provider +is offered in .*$/m,
      /^ok +surfaces +A2A.* on$/m,
      /^ok +MCP +\/gw-a2a\/v1\/mcp leads assistants to the store's login$/m,
      /^\d+ ok, \d+ warnings, 0 problems$/m,
    ])
      expect(stdout).toMatch(line)
    expect(await settings()).toEqual(before)
  })

  it("reports problems and exits with 1 [DOC-01, DOC-02, DOC-03, DOC-04, DOC-07]", async () => {
    const [options, outside, database] = await Promise.all([
      reportOf({ GW_BANK_MERCHANT_ID: "" }),
      reportOf({ GW_BASE_URL: "http://localhost:2", GW_BANK_API_URL: world().base_url }),
      reportOf({ DATABASE_URL: "postgres://localhost:9/none", GW_BANK_MERCHANT_KEY: newPrivateKey() }),
    ])
    expect([options.code, outside.code, database.code]).toEqual([1, 1, 1])
    expect(options.of.options).toMatch(/^problem bank.merchant_id/)
    expect(options.of["bank's keys"]).toBe("warning not checked: the options are not valid")
    expect(options.of.database).toMatch(/^ok/)
    expect(outside.of.base_url).toMatch(/^problem .*ECONNREFUSED/)
    expect(outside.texts.filter((text) => text.includes("does not answer"))).toHaveLength(1)
    expect(outside.of["bank's keys"]).toMatch(/^problem .* answers 404/)
    expect(database.of.database).toMatch(/^problem the database does not answer/)
    expect(database.of["published keys"]).toMatch(/^problem .* does not contain the public key/)
  })

  it("prints its help, and rejects unknown options [DOC-01]", async () => {
    const [help, unknown, elsewhere] = await Promise.all([
      doctor(["--help"]),
      doctor(["--cure"]),
      doctor(["--directory", "docs"]),
    ])
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining("--json")])
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("gw-doctor: ")])
    expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining("medusa-config")])
  })
})
