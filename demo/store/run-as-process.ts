import type { Store, StoreOptions } from "../serve"
import { describeFailure, DemoFailure } from "../failure"
import { seedStore } from "../seed"

/**
 * Runs the store as a process, configured by the environment (`DATABASE_URL`, `PORT`, `HOST`, `SEED=1`). Prints one
 * line `store ready {"url":…}`, with the seeded ids when seeded, and stops cleanly on SIGTERM, SIGINT or when the
 * parent process ends.
 */
export async function runAsProcess(startStore: (options: StoreOptions) => Promise<Store>): Promise<void> {
  let store: Store | undefined
  stopOnRequest(async () => store?.stop())
  try {
    store = await startStore(optionsFromEnvironment())
    const seeded = process.env.SEED === "1" ? await seedStore(store.container) : {}
    console.log(`store ready ${JSON.stringify({ url: store.url, ...seeded })}`)
  } catch (error) {
    console.error(describeFailure(error))
    process.exit(1)
  }
}

function optionsFromEnvironment(): StoreOptions {
  if (!process.env.DATABASE_URL)
    throw new DemoFailure("DATABASE_URL is not set: there is no database to start on.")
  return { port: Number(process.env.PORT ?? 9000), host: process.env.HOST }
}

/** Also works during startup, when there is nothing to stop yet but the process must end. */
function stopOnRequest(stopStore: () => Promise<void>) {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await stopStore().catch((error: unknown) => console.error(describeFailure(error)))
    process.exit(0)
  }
  for (const reason of ["SIGTERM", "SIGINT", "disconnect"]) process.on(reason, () => void stop())
}
