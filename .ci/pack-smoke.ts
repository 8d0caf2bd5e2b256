import { mkdtempSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { freePort } from "../demo/ports"
import { createDatabase, removePostgres, startPostgres } from "../demo/postgres"
import { command } from "./smoke/command"
import { checkDevelopment } from "./smoke/development"
import { type Guide, medusaVersionOf, readGuide } from "./smoke/guide"
import { readPage } from "./smoke/markdown"
import { checkFiles, pack } from "./smoke/package"
import { checkProduction } from "./smoke/production"
import { CERTIFICATE, requireNginx } from "./smoke/proxy"
import { Reader } from "./smoke/reader"
import { writeStarter } from "./smoke/starter"

const USAGE = `Usage: npm run smoke [-- --medusa <version>]

Packs the plugin, which must be built (npm run build), and follows docs/install.md from an empty Medusa starter to the first
paid order, in development and in production: it runs the commands of that page, and writes its medusa-config.ts and its
locations of nginx. It also checks the store's public documents, the published types and the pages in the admin.

  --medusa <version>  the version of Medusa to install, if it is not that of docs/install.md`

/** Imports the published paths as Node resolves them in the store's folder. */
const IMPORTS = `
for (const path of ["workflows", "providers/payment-bank", "modules/bank", "package.json"])
  require("medusa-plugin-agentic-gateway/" + path)
if (!require("medusa-plugin-agentic-gateway/workflows").createPaymentWorkflow) throw new Error("no workflow")`

/** Packs the built plugin into `folder`, follows the guide there and checks the store. */
async function main(folder: string, medusa: string | undefined): Promise<void> {
  requireNginx()
  const guide = readGuide(readPage("install.md"))
  const tarball = await pack(join(folder, "medusa-plugin-agentic-gateway"))
  console.log(
    `packed ${kib(tarball.size)} (${kib(tarball.unpackedSize)} unpacked, ${tarball.files.length} files)`
  )
  checkFiles(tarball.files)
  const dir = join(folder, "postgres")
  const postgres = await startPostgres({ dir, disposable: true })
  try {
    for (const name of ["medusa", "production"]) await createDatabase(postgres.url("postgres"), name)
    const port = await freePort()
    const starter = {
      medusa: medusa ?? medusaVersionOf(guide),
      database_url: postgres.url("medusa"),
      base_url: `http://localhost:${port}`,
    }
    writeStarter(join(folder, "starter"), starter)
    const reader = new Reader({
      cwd: folder,
      base_url: starter.base_url,
      bank_url: `http://localhost:${await freePort()}`,
      env: { STARTER: join(folder, "starter"), PORT: String(port) },
    })
    const installed = await install(reader, guide)
    await checkDevelopment(installed, guide, MERCHANT)
    await checkProduction(installed, guide, postgres.url("production"), MERCHANT)
  } finally {
    await postgres.stop()
    await removePostgres(dir)
  }
}

/** Follows the guide to the configured store, checks the installed package, and returns a reader in the store's folder. */
async function install(reader: Reader, { starter, installFromCheckout, environment, config }: Guide) {
  const printed = await reader.run(starter, installFromCheckout, environment, "pwd")
  const cwd = printed.trim().split("\n").at(-1) ?? ""
  writeFileSync(join(cwd, "medusa-config.ts"), config)
  console.log("installed")
  await checkInstalled(cwd)
  return reader.at({ cwd })
}

/** The account that the guide creates. */
const MERCHANT = { email: "you@example.com", password: "choose-a-password" }

/** Each command, with an option in its help. */
const BINS = { "gw-bank-simulator": "--merchant", "gw-webhook-listen": "--secret", "gw-doctor": "--json" }

/** Checks everything that needs no database: the commands, the exported paths and the published types. */
async function checkInstalled(cwd: string): Promise<void> {
  for (const [bin, option] of Object.entries(BINS)) {
    const help = await command("npx", ["--no-install", bin, "--help"], { cwd })
    if (!help.includes(option)) throw new Error(`${bin} --help does not contain ${option}: ${help}`)
  }
  await command("node", ["-e", IMPORTS], { cwd })
  await command("npx", ["--no-install", "tsc", "--noEmit"], { cwd })
  console.log("the commands, the exported paths and the types work")
}

const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`

const { values } = parseArgs({ options: { medusa: { type: "string" }, help: { type: "boolean" } } })
if (values.help) {
  console.log(USAGE)
  process.exit()
}
// Node.js reads NODE_EXTRA_CA_CERTS when it starts: the script `smoke` sets it for this process.
Object.assign(process.env, {
  NODE_EXTRA_CA_CERTS: CERTIFICATE,
  CURL_CA_BUNDLE: CERTIFICATE,
  MEDUSA_DISABLE_TELEMETRY: "true",
})
// The processes that this one has started end with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))
const folder = mkdtempSync(join(tmpdir(), "gw-smoke-"))
main(folder, values.medusa)
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
  .finally(async () => {
    console.log("deleting the installed stores")
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(console.error)
    // After a failure, the step that waits for the store would keep the process running for minutes.
    process.exit()
  })
