#!/usr/bin/env node
import { listen } from "./listen"
import { readOptions, USAGE } from "./options"
import { describe, lineOf } from "./print"
import { keysIn } from "./public-key"

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === "help") return void process.stdout.write(USAGE)
  const keys = options.profile === null ? null : await keysIn(options.profile)
  const { url, stop } = await listen({
    ...options,
    keys,
    received(message, fault) {
      if (!options.json) console.log(describe(message, fault))
      else if (!fault) console.log(lineOf(message))
    },
  })
  console.error(`gw-webhook-listen ready ${JSON.stringify({ url })}`)
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const)
    process.once(signal, () => {
      stop()
      process.exit(0)
    })
}

function fail(error: unknown): never {
  console.error(`gw-webhook-listen: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

main().catch(fail)
