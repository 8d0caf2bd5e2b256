import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { eventSchemas } from "../src/surfaces/ucp/webhook/event-schemas"

const FOLDER = join(__dirname, "events")

/** The file of each event's JSON Schema, and what is in it by the code. */
export function schemaFiles(): Map<string, string> {
  const schemas = Object.entries(eventSchemas())
  return new Map(schemas.map(([type, schema]) => [`${type}.json`, `${JSON.stringify(schema, null, 2)}\n`]))
}

/** The files there are. */
export function writtenFiles(): Map<string, string> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"))
  return new Map(names.map((name) => [name, readFileSync(join(FOLDER, name), "utf8")]))
}

/** `npm run docs:events`: writes the JSON Schema of each webhook event anew. */
function main(): void {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  for (const [name, text] of schemaFiles()) writeFileSync(join(FOLDER, name), text)
}

if (require.main === module) main()
