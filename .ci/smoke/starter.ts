import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./package"

const TSCONFIG = {
  compilerOptions: {
    target: "ES2021",
    module: "Node16",
    moduleResolution: "Node16",
    esModuleInterop: true,
    strict: true,
    skipLibCheck: true,
    outDir: "./.medusa/server",
    emitDecoratorMetadata: true,
    experimentalDecorators: true,
  },
  "ts-node": { swc: true },
  include: ["**/*.ts"],
  exclude: ["node_modules", ".medusa"],
}

/** Code of a store, which must compile against the published types. */
const OWN_CODE = `import { createPaymentWorkflow, type CreatePaymentInput } from "medusa-plugin-agentic-gateway/workflows"

export const currencyOf = (input: CreatePaymentInput): string => input.currency
export const workflow = createPaymentWorkflow
`

/** The packages of Medusa that a store names. All have the same version. */
const MEDUSA = ["@medusajs/medusa", "@medusajs/framework", "@medusajs/cli"]

/** What a starter is made with. */
export interface StarterOptions {
  readonly medusa: string
  readonly database_url: string
  readonly base_url: string
}

/**
 * Writes what `create-medusa-app` leaves behind, without its installed packages, its storefront and its sample data: a
 * workspace with the backend in `apps/backend`, and its `.env`. It has only Medusa, so that it installs quickly.
 */
export function writeStarter(folder: string, options: StarterOptions): void {
  const backend = join(folder, "apps/backend")
  const json = (value: object) => JSON.stringify(value, null, 2)
  mkdirSync(join(backend, "src"), { recursive: true })
  writeFileSync(
    join(folder, "package.json"),
    json({ name: "my-store", private: true, workspaces: ["apps/*"] })
  )
  writeFileSync(join(backend, "package.json"), json(manifest(options)))
  writeFileSync(join(backend, "tsconfig.json"), json(TSCONFIG))
  writeFileSync(join(backend, "src/own-code.ts"), OWN_CODE)
  writeFileSync(join(backend, ".env"), environment(options))
}

function manifest({ medusa }: StarterOptions) {
  const { devDependencies: ours } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>
  }
  const same = (names: string[]) => Object.fromEntries(names.map((name) => [name, ours[name]]))
  return {
    name: "@dtc/backend",
    private: true,
    dependencies: Object.fromEntries(MEDUSA.map((name) => [name, medusa])),
    devDependencies: same(["@swc/core", "ts-node", "typescript", "@types/node"]),
  }
}

/** Like the file of `create-medusa-app`, it has no newline at its end. */
function environment({ database_url, base_url }: StarterOptions): string {
  return [
    "STORE_CORS=http://localhost:8000",
    `ADMIN_CORS=${base_url}`,
    `AUTH_CORS=${base_url}`,
    "JWT_SECRET=supersecret",
    "COOKIE_SECRET=supersecret",
    `DATABASE_URL=${database_url}`,
  ].join("\n")
}
