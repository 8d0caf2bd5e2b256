import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { freePort } from "../demo/ports"
import { createDatabase, removePostgres, startPostgres } from "../demo/postgres"
import { checkAnswers, untilHealthy } from "./smoke/answers"
import { appEnvironment, writeApp } from "./smoke/app"
import { command, start } from "./smoke/command"
import { checkDoctor } from "./smoke/doctor"
import { checkFirstPayment, startBank } from "./smoke/first-payment"
import { checkFiles, pack } from "./smoke/package"
import { checkPages } from "./smoke/pages"

const USAGE = `Usage: npm run smoke [-- --medusa <version>]

Packs the plugin, which must be built (npm run build), installs the package in an empty store and checks it: its tables,
its public documents, gw-doctor, a payment at the bank simulator, and its pages in the admin.

  --medusa <version>  the version of Medusa to install, if it is not that of this repository`

const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"]

/** Imports the published paths as Node resolves them in the store's folder. */
const IMPORTS = `
for (const path of ["workflows", "providers/payment-bank", "modules/bank", "package.json"])
  require("medusa-plugin-agentic-gateway/" + path)
if (!require("medusa-plugin-agentic-gateway/workflows").createPaymentWorkflow) throw new Error("no workflow")`

/** Packs the built plugin, installs it in an empty store with this version of Medusa and checks that store. */
async function main(folder: string, medusa: string | undefined): Promise<void> {
  const tarball = await pack(folder)
  console.log(
    `packed ${kib(tarball.size)} (${kib(tarball.unpackedSize)} unpacked, ${tarball.files.length} files)`
  )
  checkFiles(tarball.files)
  const app = join(folder, "store")
  mkdirSync(app)
  writeApp(app, tarball.path, medusa)
  await command("npm", INSTALL, { cwd: app })
  console.log("installed")
  await checkInstalled(app)
  await checkRunning(folder, app)
}

const MERCHANT = { email: "merchant@example.com", password: "smoke-password" }

/** Each command, with an option in its help. */
const BINS = { "gw-bank-simulator": "--merchant", "gw-webhook-listen": "--secret", "gw-doctor": "--json" }

/** Checks everything that needs no database: the commands, the exported paths and the published types. */
async function checkInstalled(cwd: string): Promise<void> {
  for (const [bin, option] of Object.entries(BINS)) {
    const help = await command("npx", ["--no-install", bin, "--help"], { cwd })
    if (!help.includes(option)) throw new Error(`${bin} --help does not contain ${option}: ${help}`)
  }
  await command("node", ["-e", IMPORTS], { cwd })
  await command("npx", ["--no-install", "tsc"], { cwd })
  console.log("the commands, the exported paths and the types work")
}

async function checkRunning(folder: string, cwd: string): Promise<void> {
  const dir = join(folder, "postgres")
  const postgres = await startPostgres({ dir, disposable: true })
  try {
    await createDatabase(postgres.url("postgres"), "medusa")
    const port = await freePort()
    const bank_url = `http://localhost:${await freePort()}`
    const place = { cwd, env: appEnvironment(postgres.url("medusa"), port, bank_url) }
    await command("npx", ["--no-install", "medusa", "db:migrate"], place)
    console.log("migrated")
    const store = start("npx", ["--no-install", "medusa", "start"], place)
    try {
      const base_url = `http://localhost:${port}`
      await Promise.race([untilHealthy(base_url, 120), store.ended])
      await Promise.race([checkAnswers(base_url), store.ended])
      await Promise.race([checkDoctor(place), store.ended])
      console.log("started, with correct responses")
      const { email, password } = MERCHANT
      await command("npx", ["--no-install", "medusa", "user", "-e", email, "-p", password], place)
      const bank = await startBank(bank_url, base_url, place)
      await Promise.race([checkFirstPayment(base_url, MERCHANT), store.ended, bank.ended]).finally(bank.stop)
      console.log("a payment, its refund and a webhook work")
      await Promise.race([checkPages(base_url, MERCHANT), store.ended])
      console.log("the admin pages appear")
    } finally {
      await store.stop()
    }
  } finally {
    await postgres.stop()
    await removePostgres(dir)
  }
}

const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`

const { values } = parseArgs({ options: { medusa: { type: "string" }, help: { type: "boolean" } } })
if (values.help) {
  console.log(USAGE)
  process.exit()
}
const folder = mkdtempSync(join(tmpdir(), "gw-smoke-"))
main(folder, values.medusa)
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }))
