import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { newPrivateJwk } from "../../demo/key-pair"
import { ROOT } from "./package"

const MEDUSA_CONFIG = `import { defineConfig, Modules } from "@medusajs/framework/utils"

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:9000",
      jwtSecret: "smoke-jwt-secret",
      cookieSecret: "smoke-cookie-secret",
    },
  },
  plugins: [
    {
      resolve: "medusa-plugin-agentic-gateway",
      options: {
        base_url: process.env.STORE_URL,
        encryption_key: process.env.ENCRYPTION_KEY,
        bank: {
          driver: "gwb",
          api_url: "http://127.0.0.1:9",
          issuer: "http://127.0.0.1:9",
          merchant_id: "mrc_smoke",
          merchant_key: process.env.MERCHANT_KEY,
        },
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      key: Modules.PAYMENT,
      dependencies: ["gw_bank"],
      options: {
        providers: [{ resolve: "medusa-plugin-agentic-gateway/providers/payment-bank", id: "bank" }],
      },
    },
  ],
})
`

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

/** Writes a store that contains only Medusa and the packed plugin, configured as docs/install.md describes. */
export function writeApp(folder: string, tarball: string): void {
  const { devDependencies: ours } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>
  }
  const same = (names: string[]) => Object.fromEntries(names.map((name) => [name, ours[name]]))
  const manifest = {
    name: "smoke-store",
    private: true,
    dependencies: {
      ...same(["@medusajs/medusa", "@medusajs/framework", "@medusajs/cli"]),
      "medusa-plugin-agentic-gateway": `file:${tarball}`,
    },
    devDependencies: same(["@swc/core", "ts-node", "typescript", "@types/node"]),
  }
  const json = (value: object) => JSON.stringify(value, null, 2)
  mkdirSync(join(folder, "src"), { recursive: true })
  writeFileSync(join(folder, "package.json"), json(manifest))
  writeFileSync(join(folder, "tsconfig.json"), json(TSCONFIG))
  writeFileSync(join(folder, "medusa-config.ts"), MEDUSA_CONFIG)
  writeFileSync(join(folder, "src/own-code.ts"), OWN_CODE)
}

/** The environment variables of the store. */
export function appEnvironment(database_url: string, port: number): Record<string, string> {
  return {
    DATABASE_URL: database_url,
    STORE_URL: `http://localhost:${port}`,
    PORT: String(port),
    MERCHANT_KEY: JSON.stringify(newPrivateJwk()),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    MEDUSA_DISABLE_TELEMETRY: "true",
    // Serves the admin without building it, which would take a minute.
    NODE_ENV: "development",
  }
}
