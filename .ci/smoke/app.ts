import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { newPrivateJwk } from "../../demo/key-pair"
import { ROOT } from "./package"

/** The medusa-config.ts of docs/install.md, so that the documented configuration is the one that is tested. */
function documentedConfig(): string {
  const guide = readFileSync(join(ROOT, "docs/install.md"), "utf8")
  const config = /^```ts\n([\s\S]*?)^```$/m.exec(guide)?.[1]
  if (!config) throw new Error("docs/install.md has no block of TypeScript with the medusa-config.ts.")
  return config
}

const TSCONFIG = {
  compilerOptions: {
    target: "ES2021",
    module: "Node16",
    moduleResolution: "Node16",
    esModuleInterop: true,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    emitDecoratorMetadata: true,
    experimentalDecorators: true,
  },
  "ts-node": { swc: true },
  include: ["**/*.ts"],
}

/** Code of a store, which must compile against the published types. */
const OWN_CODE = `import { createPaymentWorkflow, type CreatePaymentInput } from "medusa-plugin-agentic-gateway/workflows"

export const currencyOf = (input: CreatePaymentInput): string => input.currency
export const workflow = createPaymentWorkflow
`

/** The packages of Medusa that a store names. All have the same version. */
const MEDUSA = ["@medusajs/medusa", "@medusajs/framework", "@medusajs/cli"]

/**
 * Writes a store that contains only Medusa and the packed plugin, configured as docs/install.md describes. Default: the
 * version of Medusa that the plugin is developed with.
 */
export function writeApp(folder: string, tarball: string, medusa?: string): void {
  const { devDependencies: ours } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>
  }
  const same = (names: string[]) => Object.fromEntries(names.map((name) => [name, ours[name]]))
  const manifest = {
    name: "smoke-store",
    private: true,
    dependencies: {
      ...Object.fromEntries(MEDUSA.map((name) => [name, medusa ?? ours[name]])),
      "medusa-plugin-agentic-gateway": `file:${tarball}`,
    },
    devDependencies: same(["@swc/core", "ts-node", "typescript", "@types/node"]),
  }
  const json = (value: object) => JSON.stringify(value, null, 2)
  mkdirSync(join(folder, "src"), { recursive: true })
  writeFileSync(join(folder, "package.json"), json(manifest))
  writeFileSync(join(folder, "tsconfig.json"), json(TSCONFIG))
  writeFileSync(join(folder, "medusa-config.ts"), documentedConfig())
  writeFileSync(join(folder, "src/own-code.ts"), OWN_CODE)
}

/** An account of the admin. */
export interface Merchant {
  readonly email: string
  readonly password: string
}

/** The environment variables of the store: those of a Medusa starter, and those that docs/install.md adds. */
export function appEnvironment(database_url: string, port: number, bank_url: string): Record<string, string> {
  const base_url = `http://localhost:${port}`
  return {
    DATABASE_URL: database_url,
    STORE_CORS: "http://localhost:8000",
    ADMIN_CORS: base_url,
    AUTH_CORS: base_url,
    JWT_SECRET: "smoke-jwt-secret",
    COOKIE_SECRET: "smoke-cookie-secret",
    PORT: String(port),
    GW_BASE_URL: base_url,
    GW_BANK_API_URL: bank_url,
    GW_BANK_MERCHANT_ID: "mrc_demo",
    GW_BANK_MERCHANT_KEY: JSON.stringify(newPrivateJwk()),
    GW_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    GW_DEBUG: "true",
    GW_ALLOW_PRIVATE_NETWORKS: "true",
    MEDUSA_DISABLE_TELEMETRY: "true",
    // Serves the admin without building it, which would take a minute.
    NODE_ENV: "development",
  }
}
