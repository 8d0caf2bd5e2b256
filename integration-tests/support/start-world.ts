import { randomInt } from "node:crypto"
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startChild, type Child } from "../../demo/child-process"
import { demoAddresses, merchantAtBank, storeEnvironment } from "../../demo/environment"
import { isPortBusy } from "../../demo/ports"
import {
  createDatabase,
  removePostgres,
  restorePostgres,
  savePostgres,
  startPostgres,
} from "../../demo/postgres"
import { loadSecrets } from "../../demo/secrets"
import { startSimulatorProcess } from "../../demo/simulator-process"
import { startStripeDoubleProcess } from "../../demo/stripe-double-process"
import { Stops } from "../../demo/stops"
import type { SeededShop } from "../../demo/seed"
import { allowRepeats } from "./allow-repeats"
import { reapAfterUs } from "./reaper"
import { templateDatabase } from "./template"
import type { World } from "./world"

/** A server process of the store. */
export interface StoreServer {
  readonly base_url: string
  /** The id of the current process. */
  pid(): number
  /** Kills the process, as a power cut does. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Starts the process again, at the same address. */
  start(): Promise<void>
}

/** A store, its bank and its database, each a separate process; the tests call them over HTTP only. */
export interface RunningWorld {
  readonly world: World
  /** Resolves when the store's process ends by itself. */
  storeEnded(): Promise<unknown>
  /** Starts the store again, after a stop or a crash. */
  startStore(env?: Record<string, string>): Promise<void>
  stopStore(): Promise<void>
  /** Kills the store, as a power cut does. */
  killStore(): Promise<void>
  /** Starts another server of the same store on the same database, with the settings in `env`; returns its address. */
  startSecondStore(env?: Record<string, string>): Promise<string>
  /** Stops all servers but the first one. */
  stopSecondStores(): Promise<void>
  /** All servers that were started, the first one first. */
  servers(): readonly StoreServer[]
  /** Stops the store and its database; returns the database's folder, which exists until `stop`. */
  stopDatabase(): Promise<string>
  /** Pauses the store's process, so that it uses no CPU time between tests. */
  pauseStore(): void
  resumeStore(): void
  stopBank(): Promise<void>
  /** Starts the bank again, with additional command-line flags. */
  startBank(flags?: string[]): Promise<void>
  stop(): Promise<void>
}

/**
 * Boots everything on free ports, in a folder of its own, which `stop` removes, and on a copy of the template
 * database. Creates the template when it does not exist. Equal purchases need no confirmation.
 */
export async function startWorld(env: Record<string, string> = {}, script = STORE): Promise<RunningWorld> {
  const running = await startOn(await testDatabase(), env, script)
  try {
    await allowRepeats(running.world)
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}

/**
 * Returns the folder of the template database, and creates it when it does not exist. `GW_TEST_TEMPLATE` names
 * another folder: with it the mutation check avoids a new template for each fault that changes no table.
 */
export function testDatabase(): Promise<string> {
  const { GW_TEST_TEMPLATE: given } = process.env
  return given ? Promise.resolve(given) : (template ??= templateDatabase(makeTemplate))
}

let template: Promise<string> | undefined

async function makeTemplate(folder: string): Promise<void> {
  const running = await startOn(undefined, {}, STORE)
  try {
    savePostgres(await running.stopDatabase(), folder)
  } finally {
    await running.stop()
  }
}

async function startOn(
  template: string | undefined,
  env: Record<string, string>,
  script: string
): Promise<RunningWorld> {
  const stops = new Stops()
  try {
    return await start(stops, template, env, script)
  } catch (error) {
    // Without this, processes that are already up would outlive this one and keep it from ending.
    await stops.run()
    throw error
  }
}

async function start(
  stops: Stops,
  template: string | undefined,
  env: Record<string, string>,
  script: string
): Promise<RunningWorld> {
  const dir = mkdtempSync(join(tmpdir(), "gw-test-"))
  stops.add(async () => rmSync(dir, { recursive: true, force: true }))
  const database = join(dir, "postgres")
  if (template) restorePostgres(template, database)
  const postgres = await startPostgres({ dir: database, disposable: true })
  const paused_file = join(dir, "paused")
  const reaped = reapAfterUs({ server_pid: postgres.pid, paused_file, folders: [dir, postgres.home] })
  stops.add(async () => {
    await postgres.stop()
    await removePostgres(database)
    reaped()
  })
  const database_url = postgres.socketUrl("medusa")
  if (!template) await createDatabase(postgres.url("postgres"), "medusa")
  const secrets = loadSecrets(join(dir, "secrets.json"))
  const addresses = demoAddresses(await freePortRange())
  const simulator_data_dir = join(dir, "bank")
  const events_file = join(dir, "events.jsonl")
  writeFileSync(events_file, "")
  const failpoint_file = join(dir, "failpoint")
  writeFileSync(failpoint_file, "")
  const log_file = join(dir, "store.log")
  writeFileSync(log_file, "")
  const log = (line: string) => {
    appendFileSync(log_file, `${line}\n`)
    if (process.env.GW_TEST_LOG) console.log(`[store] ${line}`)
  }
  const openBank = (flags: string[] = []) =>
    startSimulatorProcess({
      port: addresses.bank_port,
      control_port: addresses.bank_control_port,
      public_url: addresses.bank,
      data: simulator_data_dir,
      merchant: { ...merchantAtBank(addresses.store), currencies: CURRENCIES },
      flags: ["--retry-scale", "0.05", ...flags],
    })
  let simulator = await openBank()
  stops.add(() => simulator.stop())
  const stripe_port = addresses.store_port + STRIPE_PORT
  const stripe_url = `http://127.0.0.1:${stripe_port}`
  if (env.STRIPE_API_KEY) {
    const { STRIPE_WEBHOOK_SECRET: webhook_secret = "" } = env
    const options = { port: stripe_port, store: addresses.store, webhook_secret }
    const stripe = await startStripeDoubleProcess(options)
    stops.add(() => stripe.stop())
  }
  const mollie_port = addresses.store_port + MOLLIE_PORT
  const mollie_url = `http://127.0.0.1:${mollie_port}`
  if (env.MOLLIE_API_KEY) {
    const mollie = await startChild({
      name: "The Mollie double",
      script: join(__dirname, "mollie-double/bin.ts"),
      args: [String(mollie_port)],
      ready: "mollie double ready",
    })
    stops.add(() => mollie.stop())
  }

  const boot = async (more: Record<string, string> = {}): Promise<Child> => {
    const store = await startChild({
      name: "The store",
      script,
      ready: "store ready",
      env: {
        ...storeEnvironment(addresses, secrets),
        ADMIN_DISABLED: "true",
        // A password of a test costs 0.1 ms of CPU time, and 0.12 s at Medusa's own cost.
        EMAILPASS_LOG_N: "4",
        // Tests look for what is logged, and for what must never be.
        LOG_LEVEL: "http",
        GW_FAILPOINT_FILE: failpoint_file,
        ...env,
        GW_TEST_EVENTS: events_file,
        STRIPE_DOUBLE_URL: stripe_url,
        MOLLIE_API_URL: mollie_url,
        DATABASE_URL: database_url,
        PORT: String(addresses.store_port),
        ...more,
        SEED: "1",
        STORE_CORS: STOREFRONT,
      },
      log,
    })
    void store.ended.then((code) => reportCrash(code, log_file))
    return store
  }

  let store: Child = await boot()
  stops.add(() => store.stop())
  const startStore = async (more?: Record<string, string>) => void (store = await boot(more))
  const killStore = async () => {
    process.kill(store.pid, "SIGKILL")
    await store.ended
  }
  const servers: StoreServer[] = [
    {
      base_url: addresses.store,
      pid: () => store.pid,
      kill: killStore,
      start: () => startStore(),
      stop: () => store.stop(),
    },
  ]
  return {
    world: {
      base_url: addresses.store,
      database_url,
      simulator_url: addresses.bank,
      simulator_control_url: addresses.bank_control,
      simulator_data_dir,
      stripe_url,
      mollie_url,
      events_file,
      failpoint_file,
      log_file,
      shop: store.ready as unknown as SeededShop,
    },
    storeEnded: () => store.ended,
    startStore,
    stopStore: () => store.stop(),
    killStore,
    startSecondStore: async (more) => {
      const port = await freePortRange()
      const start = () => boot({ ...more, PORT: String(port) })
      let second = await start()
      const stop = () => second.stop()
      stops.add(stop)
      const base_url = `http://localhost:${port}`
      const kill = async () => {
        process.kill(second.pid, "SIGKILL")
        await second.ended
      }
      servers.push({
        base_url,
        pid: () => second.pid,
        kill,
        start: async () => void (second = await start()),
        stop,
      })
      return base_url
    },
    stopSecondStores: async () => void (await Promise.all(servers.splice(1).map(({ stop }) => stop()))),
    servers: () => servers,
    stopDatabase: async () => {
      await store.stop()
      await postgres.stop()
      return database
    },
    pauseStore: () => {
      writeFileSync(paused_file, String(store.pid))
      process.kill(store.pid, "SIGSTOP")
    },
    resumeStore: () => {
      process.kill(store.pid, "SIGCONT")
      rmSync(paused_file)
    },
    stopBank: () => simulator.stop(),
    startBank: async (flags) => void (simulator = await openBank(flags)),
    stop: () => stops.run(),
  }
}

/** The number of log lines to print when a store crashes. */
const LAST_LINES = 30

/** Prints the last lines of a store that ended with an error. Without them, its tests say only `fetch failed`. */
function reportCrash(code: number | null, log_file: string): void {
  if (!code || !existsSync(log_file)) return
  const lines = readFileSync(log_file, "utf8").trimEnd().split("\n").slice(-LAST_LINES)
  console.error(`A store ended with code ${code}. The end of its log:\n${lines.join("\n")}`)
}

const STORE = join(__dirname, "store-process.ts")

/** The currencies that the bank accepts for the store: with two, no and three decimals. */
const CURRENCIES = ["EUR", "RON", "JPY", "KWD"]

/** The origin of the storefront that the tests' store trusts. */
export const STOREFRONT = "http://storefront.example"

/**
 * Below the range from which a system assigns ports. Each process has its own part, because tests may run
 * beside benchmarks.
 */
const LOWEST_PORT = 10_000
const PORTS_EACH = 2000
const PROCESSES = 10

const reserved = new Set<number>()

/** The ports of the doubles of Stripe and Mollie, counted from the store's. */
const STRIPE_PORT = 9
const MOLLIE_PORT = 8

/**
 * A free port; those of the doubles and the two ports that the demo gives to the bank are free too. No other call
 * in this process returns it, because a store listens on its port only seconds later, and again after a crash.
 */
async function freePortRange(): Promise<number> {
  const port =
    LOWEST_PORT + (process.pid % PROCESSES) * PORTS_EACH + 12 * randomInt(Math.floor(PORTS_EACH / 12))
  if (reserved.has(port)) return freePortRange()
  reserved.add(port)
  const busy = await Promise.all(
    [port, port + MOLLIE_PORT, port + STRIPE_PORT, port + 10, port + 11].map((one) => isPortBusy(one))
  )
  return busy.includes(true) ? freePortRange() : port
}
