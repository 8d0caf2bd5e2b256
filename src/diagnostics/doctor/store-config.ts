import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import type { DatabaseAddress } from "./database"

/** The parts of a store's `medusa-config` that concern the plugin. */
export interface StoreConfig {
  /** The plugin's options, unparsed; undefined when the config does not contain the plugin. */
  readonly given: unknown
  /** Whether the config contains the plugin or its modules. */
  readonly is_installed: boolean
  readonly database: DatabaseAddress
}

interface Resolved {
  readonly resolve?: unknown
  readonly options?: unknown
}

interface MedusaConfig {
  readonly projectConfig?: {
    readonly databaseUrl?: string
    readonly databaseDriverOptions?: {
      readonly ssl?: unknown
      readonly connection?: { readonly ssl?: unknown }
    }
  }
  readonly plugins?: readonly (string | Resolved)[]
  readonly modules?: Readonly<Record<string, Resolved | boolean>>
}

const PLUGIN = "medusa-plugin-agentic-gateway"

/**
 * Reads `medusa-config` from a store's folder, with its `.env`, as Medusa's own commands do. Throws the errors of
 * loading it.
 */
export function readStoreConfig(folder: string): StoreConfig {
  const storeRequire = createRequire(join(resolve(folder), "package.json"))
  registerTypeScript(storeRequire)
  const exported = storeRequire("./medusa-config") as MedusaConfig & { default?: MedusaConfig }
  const { projectConfig, plugins = [], modules = {} } = exported.default ?? exported
  const driver = projectConfig?.databaseDriverOptions
  const plugin = plugins.find((one) => String(typeof one === "string" ? one : one.resolve).includes(PLUGIN))
  const module = modules.gw_policy
  const options = [plugin, module].flatMap((one) => (typeof one === "object" ? [one.options] : []))
  return {
    given: options.find((one) => one !== undefined),
    is_installed: Boolean(plugin ?? module),
    database: { url: projectConfig?.databaseUrl, ssl: driver?.connection?.ssl ?? driver?.ssl },
  }
}

/** Registers ts-node as Medusa's command line does. A built store, or one in JavaScript, does not need it. */
function registerTypeScript(storeRequire: NodeJS.Require): void {
  try {
    const tsNode = storeRequire("ts-node") as { register(options: object): void }
    tsNode.register({})
  } catch {
    return
  }
}
