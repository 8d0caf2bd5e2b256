import { existsSync, statSync } from "node:fs"
import { dirname, relative, resolve, sep } from "node:path"

const root = resolve(import.meta.dirname, "../..")
const fromRoot = (path) => relative(root, path).split(sep).join("/")

/** An import as the zones name it: the path from the root without its extension, or the package's name as written. */
function nameOf(specifier, file) {
  if (!specifier.startsWith(".")) return specifier
  const path = resolve(dirname(file), specifier)
  const isFolder = !existsSync(`${path}.ts`) && existsSync(path) && statSync(path).isDirectory()
  return fromRoot(isFolder ? `${path}/index` : path).replace(/\.[cm]?[jt]sx?$/, "")
}

function matches(name, pattern) {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*|\*/g, (star) => (star === "**" ? ".+" : "[^/]+"))
  return new RegExp(`^${source}$`).test(name)
}

/** The part of a file's path that is its zone's folder, or undefined when the file is not in the zone. */
function ownFolder(path, { folder, outside }) {
  if (outside) return path.startsWith(`${outside}/`) ? undefined : ""
  const depth = folder.split("/").length
  const own = path.split("/").slice(0, depth).join("/")
  const inside = folder.includes("*") ? path.split("/").length > depth : true
  return inside && matches(own.replace(/\.ts$/, ""), folder) ? own : undefined
}

function isAllowed(name, own, zone, isTest, testTools) {
  if (zone.mayNot) return !zone.mayNot.some((pattern) => matches(name, pattern))
  const allowed = [...zone.may, ...(isTest ? testTools : [])]
  return allowed.some((pattern) => matches(name, pattern === "own" ? `${own}/**` : pattern))
}

/** Refuses every import that the table of zones does not allow, in whatever form it is written. */
export const importZones = {
  meta: {
    type: "problem",
    schema: [{ type: "object" }],
    messages: { zone: "{{file}} may not import {{name}}." },
  },
  create(context) {
    const { zones, testTools } = context.options[0]
    const file = fromRoot(context.filename)
    const zone = zones.find((candidate) => ownFolder(file, candidate) !== undefined)
    const own = zone && ownFolder(file, zone)
    const isTest = file.includes("/__tests__/")

    function check(source) {
      if (typeof source?.value !== "string") return
      const name = nameOf(source.value, context.filename)
      if (zone && isAllowed(name, own, zone, isTest, testTools)) return
      context.report({ node: source, messageId: "zone", data: { file, name } })
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
      TSExternalModuleReference: (node) => check(node.expression),
      "CallExpression[callee.name='require']": (node) => check(node.arguments[0]),
    }
  },
}
