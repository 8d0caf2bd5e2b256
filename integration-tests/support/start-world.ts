import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startChild, type Child } from "../../demo/child-process"
import { demoAddresses, merchantAtBank, storeEnvironment } from "../../demo/environment"
import { freePort, isPortBusy } from "../../demo/ports"
import { createDatabase, removePostgres, startPostgres } from "../../demo/postgres"
import { loadSecrets } from "../../demo/secrets"
import { startSimulatorProcess } from "../../demo/simulator-process"
import type { SeededShop } from "../../demo/seed"
import type { World } from "./world"

/** A store, its bank and its database, each a process of its own; the tests speak to them over HTTP only. */
export interface RunningWorld {
  readonly world: World
  /** Resolves when the store's process ends by itself. */
  storeEnded(): Promise<unknown>
  /** Starts the store again, after a stop or a crash. */
  startStore(env?: Record<string, string>): Promise<void>
  stopStore(): Promise<void>
  stop(): Promise<void>
}

/** Boots everything on free ports and in a folder of its own, which `stop` removes. */
export async function startWorld(env: Record<string, string> = {}): Promise<RunningWorld> {
  const dir = mkdtempSync(join(tmpdir(), "gw-test-"))
  const postgres = await startPostgres({ dir: join(dir, "postgres"), disposable: true })
  const database_url = postgres.url("medusa")
  await createDatabase(postgres.url("postgres"), "medusa")
  const secrets = loadSecrets(join(dir, "secrets.json"))
  const addresses = demoAddresses(await freePortRange())
  const simulator_data_dir = join(dir, "bank")
  const simulator = await startSimulatorProcess({
    port: addresses.bank_port,
    control_port: addresses.bank_control_port,
    public_url: addresses.bank,
    data: simulator_data_dir,
    merchant: merchantAtBank(addresses.store),
    flags: ["--retry-scale", "0.05"],
  })

  const boot = (more: Record<string, string> = {}) =>
    startChild({
      name: "The store",
      script: join(__dirname, "../../demo/serve.ts"),
      ready: "store ready",
      env: {
        ...storeEnvironment(addresses, secrets),
        ...env,
        ...more,
        DATABASE_URL: database_url,
        PORT: String(addresses.store_port),
        SEED: "1",
        ADMIN_DISABLED: "true",
        STORE_CORS: STOREFRONT,
      },
      log: process.env.GW_TEST_LOG ? (line) => console.log(`[store] ${line}`) : undefined,
    })

  let store: Child = await boot()
  return {
    world: {
      base_url: addresses.store,
      database_url,
      simulator_url: addresses.bank,
      simulator_control_url: addresses.bank_control,
      simulator_data_dir,
      shop: store.ready as unknown as SeededShop,
    },
    storeEnded: () => store.ended,
    startStore: async (more) => void (store = await boot(more)),
    stopStore: () => store.stop(),
    stop: async () => {
      await store.stop()
      await simulator.stop()
      await postgres.stop()
      await removePostgres(join(dir, "postgres"))
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The origin of the storefront the tests' store trusts. */
export const STOREFRONT = "http://storefront.example"

/** A port whose neighbours, which the demo gives to the bank, are free too. */
async function freePortRange(): Promise<number> {
  const port = await freePort()
  const taken = port > 65_000 || (await isPortBusy(port + 10)) || (await isPortBusy(port + 11))
  return taken ? freePortRange() : port
}
