import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { urlOf } from "../../src/api/custom-verbs"

/** An address of the store with one method, as the route files declare it. */
export interface Route {
  readonly method: string
  /** As its folder is named: `/gw-a2a/v1/tasks/[taskId]/stream`. */
  readonly template: string
}

const API = join(__dirname, "../../src/api")
const EXPORTED = /^export (?:const|async function) (GET|POST|PUT|PATCH|DELETE)\b/gm

/** Every route of the plugin below a prefix. Reads the route files, so that a test of all routes misses none. */
export function routesBelow(prefix: string): Route[] {
  const files = readdirSync(API, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(`${sep}route.ts`)
  )
  const routes = files.flatMap((file) => {
    const template = `/${relative(API, join(API, file, ".."))
      .split(sep)
      .join("/")}`
    const methods = [...readFileSync(join(API, file), "utf8").matchAll(EXPORTED)]
    return methods.map(([, method = ""]) => ({ method, template }))
  })
  return routes.filter(({ template }) => template.startsWith(prefix))
}

/** The address of a route: each parameter is an unknown id, or the value in `parameters`. */
export function addressOf({ template }: Route, parameters: Record<string, string> = {}): string {
  return urlOf(template).replace(/\[(\w+)\]/g, (_, name: string) => parameters[name] ?? `${name}_none`)
}
