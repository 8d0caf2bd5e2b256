import { posix } from "node:path"
import ts from "typescript"
import { MIRRORS } from "../../src/api/aliases"
import { urlOf } from "../../src/api/custom-verbs"
import type { AnyOperation } from "../../src/gateway/operation"
import type { Surface, SurfaceName } from "../../src/gateway/surface"
import { a2aMethods, a2aSkills } from "./a2a-methods"
import { code, page, type Section } from "./page"
import {
  docstringOf,
  exportsOf,
  filesBelow,
  firstSentence,
  httpMethodsOf,
  type Load,
  originOf,
  parse,
} from "./source"

const API = "src/api"

const TEXT = `It lists every URL of the plugin. The access of a route is the scope that the token must contain, or
\`any_token\`: any token of the surface; \`public\`: no token; \`discovery\`: no token, even while the surface is
disabled. \`/gw-metrics\` requires the option \`metrics_token\`, the staff routes a user of Medusa's
admin, and the storefront's route its publishable key.`

const HEADINGS: Record<SurfaceName, string> = {
  a2a: "A2A",
  ucp: "UCP",
  acp: "ACP",
  app: "Customer app",
  oauth: "OAuth",
  bank: "Bank",
  metrics: "Metrics",
  discovery: "Discovery",
}

interface Route {
  readonly method: string
  readonly path: string
  /** What the handler is made of; undefined in a route of staff or the storefront, whose handler is a function. */
  readonly mounted?: Mounted
  readonly purpose: string
  readonly file: string
}

interface Mounted {
  readonly surface: SurfaceName
  /** The surface's name in the code: one surface can have several forms of errors. */
  readonly form: string
  readonly access: string
  readonly guarantee: string
}

/** Every URL of `src/api`, with the URLs that mirror others, and the methods and skills behind A2A's one URL. */
export async function routesPage(load: Load): Promise<string> {
  const files = filesBelow(API).filter((file) => file.endsWith("/route.ts"))
  const found = (await Promise.all(files.map((file) => routesIn(file, load)))).flat()
  const routes = found.sort((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1))
  const surfaces = Object.keys(HEADINGS) as SurfaceName[]
  const sections = surfaces.flatMap((surface) => [surfaceRoutes(surface, routes), ...more(surface)])
  return page("Routes", TEXT, [
    ...sections,
    ...Object.entries(UNMOUNTED).map(([heading, prefix]) => unmountedRoutes(heading, prefix, routes)),
  ])
}

function more(surface: SurfaceName): Section[] {
  if (surface === "a2a") return [a2aMethods(), a2aSkills()]
  return surface === "ucp" ? [mirrors()] : []
}

function surfaceRoutes(surface: SurfaceName, all: readonly Route[]): Section {
  const routes = all.flatMap(({ mounted, ...route }) =>
    mounted?.surface === surface ? [{ ...route, ...mounted }] : []
  )
  const forms = new Map(routes.map(({ form, guarantee }) => [form, guarantee]))
  const rows = routes.map(({ method, path, form, access, purpose, file }) => {
    return [method, code(path), code(form), code(access), purpose, code(file)]
  })
  return {
    heading: HEADINGS[surface],
    list: [...forms].sort().map(([form, guarantee]) => `${code(form)}: ${guarantee}`),
    table: { columns: ["method", "path", "surface", "access", "what it does", "file"], rows },
  }
}

/** The prefixes of the routes with Medusa's own authentication, by their headings. */
const UNMOUNTED = { Staff: "/admin/", Storefront: "/store/" }

function unmountedRoutes(heading: string, prefix: string, routes: readonly Route[]): Section {
  const unmounted = routes.filter(({ mounted, path }) => !mounted && path.startsWith(prefix))
  const rows = unmounted.map(({ method, path, purpose }) => [method, code(path), purpose])
  return { heading, table: { columns: ["method", "path", "what it does"], rows } }
}

function mirrors(): Section {
  const rows = Object.entries(MIRRORS).flatMap(([namespace, parts]) =>
    parts.map((part) => [code(`/gw-ucp/${namespace}/v1/${part}`), code(`/gw-ucp/v1/${part}`)])
  )
  return {
    heading: "UCP aliases",
    text: "These paths, and all paths below them, are aliases.",
    table: { columns: ["alias", "path"], rows },
  }
}

async function routesIn(file: string, load: Load): Promise<Route[]> {
  const source = parse(file)
  const path = urlOf(posix.dirname(file).slice(API.length)).replaceAll("[", "{").replaceAll("]", "}")
  const methods = [...httpMethodsOf(source)]
  return Promise.all(
    methods.map(async ([method, handler]) => {
      const mount = handler && mountIn(handler)
      if (mount) return { method, path, ...(await mountedOf(source, mount, load)) }
      if (!/^\/(admin|store)\//.test(path))
        throw new Error(`${file}: ${method} is not mount(surface, operation).`)
      return { method, path, purpose: firstSentence(docstringOf(source, method)), file }
    })
  )
}

interface Mount {
  readonly surface: string
  readonly operation: string
}

/** The identifiers in `mount(surface, operation)`. */
function mountIn(handler: ts.Expression): Mount | undefined {
  if (!ts.isCallExpression(handler) || handler.expression.getText() !== "mount") return undefined
  const [surface, operation] = handler.arguments.map((argument) => argument.getText())
  return surface && operation ? { surface, operation } : undefined
}

async function mountedOf(source: ts.SourceFile, mount: Mount, load: Load) {
  const [surface, operation] = [originOf(source, mount.surface), originOf(source, mount.operation)]
  const { name } = (await exportsOf(load, surface.file))[surface.name] as Surface
  const { access } = (await exportsOf(load, operation.file))[operation.name] as AnyOperation
  const guarantee = docstringOf(parse(surface.file), surface.name)
  const mounted: Mounted = { surface: name, form: surface.name, access, guarantee }
  const purpose = firstSentence(docstringOf(parse(operation.file), operation.name))
  return { mounted, purpose, file: operation.file }
}
