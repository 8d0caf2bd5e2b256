import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { command } from "./command"

/** The root folder of the checkout. */
export const ROOT = join(__dirname, "../..")

/** The packed plugin. */
export interface Tarball {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly string[]
}

/** Packs the files that `npm publish` would publish into a new folder, without a new build. */
export async function pack(folder: string): Promise<Tarball> {
  mkdirSync(folder)
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder]
  const [packed] = JSON.parse(await command("npm", args, { cwd: ROOT })) as [
    { filename: string; size: number; unpackedSize: number; files: { path: string }[] },
  ]
  const { filename, size, unpackedSize, files } = packed
  return { path: join(folder, filename), size, unpackedSize, files: files.map(({ path }) => path) }
}

const SERVER = ".medusa/server/src"

const NEEDED = [
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  `${SERVER}/workflows/index.js`,
  `${SERVER}/workflows/index.d.ts`,
  `${SERVER}/providers/payment-bank/index.js`,
  `${SERVER}/simulator/bin.js`,
  `${SERVER}/webhook-listener/bin.js`,
  "docs/webhooks/verify.ts",
  "docs/webhooks/verify.py",
  "docs/webhooks/verify.sh",
  "docs/events/order.paid.json",
  `${SERVER}/diagnostics/doctor/bin.js`,
  `${SERVER}/admin/index.js`,
  `${SERVER}/api/middlewares.js`,
  `${SERVER}/api/.well-known/agent-card.json/route.js`,
  `${SERVER}/api/.well-known/ucp/route.js`,
  `${SERVER}/api/.well-known/ucp/[version]/route.js`,
  `${SERVER}/api/.well-known/oauth-authorization-server/route.js`,
  `${SERVER}/api/gw-bank/v1/ipn/route.js`,
  `${SERVER}/jobs/settle-leftovers.js`,
  ...["oauth", "policy", "agent", "bank", "catalog", "webhook"].map(
    (module) => `${SERVER}/modules/${module}/index.js`
  ),
]

const UNWANTED =
  /__tests__|\.spec\.|(^|\/)(demo|bench|integration-tests|\.ci)\/|^docs\/(?!webhooks\/).*\.ts$|\.env|\.tsbuildinfo$/

/** Throws one sentence with every file that is missing from the package or must not be in it. */
export function checkFiles(files: readonly string[]): void {
  const missing = NEEDED.filter((path) => !files.includes(path))
  if (!files.some((path) => path.includes("/migrations/Migration"))) missing.push("any migration")
  if (!files.some((path) => /^docs\/.*\.md$/.test(path))) missing.push("docs/*.md")
  const unwanted = files.filter((path) => UNWANTED.test(path))
  if (missing.length) throw new Error(`The package lacks ${missing.join(", ")}.`)
  if (unwanted.length) throw new Error(`The package must not contain ${unwanted.join(", ")}.`)
}
