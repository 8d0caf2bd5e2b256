import { accessSync, constants, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { checkDatabase } from "./database/check-database"
import { readFixtures, type Fixtures } from "./conformance/read-fixtures"
import { UNSAFE } from "./conformance/unsafe"
import { CONFORMANCE_ENVIRONMENT, demoEnvironment, type DemoAddresses } from "./environment"
import { DemoFailure, errorLine } from "./failure"
import { loadConformance, loadSeed, loadServe } from "./later"
import type { DemoOptions } from "./options"
import { REPO_ROOT } from "./paths"
import { isPortBusy } from "./ports"
import { createDatabase, removePostgres, startPostgres } from "./postgres"
import { PROVIDERS, providerOf } from "./providers"
import { quietly } from "./quiet"
import { startReceiver } from "./receiver"
import { refuseProduction } from "./refuse-production"
import { loadSecrets } from "./secrets"
import type { SeededShop } from "./seed"
import type { Store } from "./serve"
import { ADMIN } from "./shop/logins"
import type { Stops } from "./stops"
import { switchSurfacesOn } from "./surfaces"

const DATABASE = "medusa"
const SECRETS = "secrets.json"

/** The context of every step. */
export interface Demo {
  options: DemoOptions
  at: DemoAddresses
  stops: Stops
  log: (line: string) => void
  /** With `--fixtures`. */
  fixtures?: Fixtures
}

/**
 * Refuses ports in use, production and invalid fixtures before anything is started, and resets the demo's data when
 * requested.
 */
export async function prepare(demo: Demo): Promise<void> {
  const { options, at } = demo
  const { conformance, provider } = options
  if (conformance) refuseProduction(UNSAFE)
  if (provider === "stripe-double")
    refuseProduction("--provider stripe-double takes payments that are not real")
  if (conformance?.fixtures) demo.fixtures = readFixtures(conformance.fixtures)
  const ports = [at.store_port, ...providerOf(provider).ports(at), at.receiver_port]
  for (const port of [...ports, ...(conformance ? [at.suite_proxy_port] : [])]) {
    if (await isPortBusy(port)) {
      throw new DemoFailure(
        `Port ${port} is in use: stop what listens there, or choose other ports with --port N.`
      )
    }
  }
  if (options.reset) await reset(options.data)
  makeFolder(options.data)
  checkCheckout()
}

function checkCheckout() {
  try {
    accessSync(REPO_ROOT, constants.W_OK)
  } catch {
    throw new DemoFailure(
      `${REPO_ROOT} is not yours to write to, which serving the admin needs: use a copy that is.`
    )
  }
}

function makeFolder(data: string) {
  try {
    mkdirSync(data, { recursive: true })
  } catch (error) {
    throw new DemoFailure(`Cannot use ${data} (${errorLine(error)}): choose another folder with --data.`)
  }
}

async function reset(data: string) {
  if (process.env.DATABASE_URL) {
    throw new DemoFailure(
      "--reset drops only the demo's own database: unset DATABASE_URL, or empty that one yourself."
    )
  }
  await removePostgres(postgresFolder(data))
  const kept = Object.values(PROVIDERS).flatMap((provider) => provider.kept)
  for (const made of [SECRETS, ...kept]) rmSync(join(data, made), { recursive: true, force: true })
}

/**
 * Starts the embedded PostgreSQL, or checks the database in `DATABASE_URL`. In both cases `DATABASE_URL` is set
 * afterwards.
 */
export async function startDatabase({ options, stops, log }: Demo): Promise<void> {
  const given = process.env.DATABASE_URL
  if (given) return checkDatabase(given)
  const postgres = await startPostgres({ dir: postgresFolder(options.data), log })
  stops.add(postgres.stop)
  await createDatabase(postgres.url("postgres"), DATABASE)
  process.env.DATABASE_URL = postgres.url(DATABASE)
}

/** Starts the simulated payment provider. */
export async function startProvider({ options, at, stops, fixtures }: Demo): Promise<void> {
  const { data, provider } = options
  const currencies = fixtures ? [fixtures.currency] : []
  stops.add(await providerOf(provider).start({ at, secrets: secretsIn(data), data, currencies }))
}

const secretsIn = (data: string) => loadSecrets(join(data, SECRETS))

/**
 * Starts the store in this process. It is imported only here, because Medusa reads the environment during the import.
 */
export async function bootStore({ options, at, stops, log }: Demo): Promise<Store> {
  const secrets = secretsIn(options.data)
  Object.assign(process.env, providerOf(options.provider).environment(at, secrets))
  const environment = {
    ...demoEnvironment(at, secrets),
    ...(options.conformance && CONFORMANCE_ENVIRONMENT),
  }
  for (const [name, value] of Object.entries(environment)) process.env[name] ??= value
  const where = { port: at.store_port, host: process.env.HOST }
  const store = await quietly(async () => loadServe().startStore({ ...where, log }))
  stops.add(store.stop)
  return store
}

/** Starts the webhook receiver of the demo's agents. */
export async function listenForAgents({ at, stops }: Demo): Promise<void> {
  stops.add(await startReceiver(at.receiver_port))
}

/** Seeds the shop; later starts find everything in place. */
export async function fillShop({ options }: Demo, { container }: Store): Promise<SeededShop> {
  return loadSeed().seedStore(container, providerOf(options.provider).region_providers)
}

/** Enables the channels, as the merchant would in the admin's settings. */
export async function openSurfaces({ at, log }: Demo): Promise<void> {
  if (!(await switchSurfacesOn(at.store, ADMIN))) log("this store has no such settings")
}

/** Prepares the store for conformance suites and returns the text of their env file. */
export async function openToSuites(demo: Demo, store: Store, shop: SeededShop): Promise<string> {
  return loadConformance().prepareConformance(demo, store, shop, demo.fixtures)
}

function postgresFolder(data: string) {
  return join(data, "postgres")
}
