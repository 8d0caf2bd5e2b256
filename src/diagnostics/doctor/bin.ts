#!/usr/bin/env node
import { checkOptions } from "../../options"
import { readArguments, USAGE } from "./arguments"
import { requestOnce } from "../request-once"
import { CHECKS } from "../checks"
import { Database } from "./database"
import { runChecks } from "../run-checks"
import { NotChecked, type CheckContext } from "../check-context"
import { asJson, asText, isHealthy } from "./report"
import { readStoreConfig } from "./store-config"

async function main(): Promise<void> {
  const { directory, json, help } = readArguments(process.argv.slice(2))
  if (help) return void process.stdout.write(USAGE)
  process.chdir(directory)
  const { given, is_installed, database: address } = readStoreConfig(".")
  if (!is_installed) throw new Error("medusa-config names no medusa-plugin-agentic-gateway among its plugins")
  const database = new Database(address)
  const results = await runChecks(contextOf(given, database), CHECKS)
  await database.end()
  process.stdout.write(json ? asJson(results) : asText(results))
  process.exitCode = isHealthy(results) ? 0 : 1
}

function contextOf(given: unknown, { query }: Database): CheckContext {
  const checked = checkOptions(given, process.env)
  return {
    env: process.env,
    checked,
    get options() {
      if (checked.options) return checked.options
      throw new NotChecked("the options are not valid")
    },
    query,
    request: requestOnce(),
  }
}

main().catch((error: unknown) => {
  console.error(`gw-doctor: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
})
