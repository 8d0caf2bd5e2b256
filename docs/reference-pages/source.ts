import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import ts from "typescript"

const ROOT = join(__dirname, "../..")

/** Runs a file of the project, named by its absolute path, and returns its exports. */
export type Load = (path: string) => unknown

/** The exports of a file below the project's root. */
export async function exportsOf(load: Load, file: string): Promise<Readonly<Record<string, unknown>>> {
  return (await load(join(ROOT, file))) as Record<string, unknown>
}

/** The source files below a folder of the project, without tests, sorted by path. */
export function filesBelow(folder: string): string[] {
  const below = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
  const paths = below.map((path) => posix.join(folder, path.replaceAll("\\", "/")))
  return paths.filter((path) => path.endsWith(".ts") && !path.includes("/__tests__/")).sort()
}

/** The syntax tree of a file of the project. */
export function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, true)
}

/** The docstring of the declaration `name` ("default" for the default export) of a file. Throws if there is none. */
export function docstringOf(source: ts.SourceFile, name: string): string {
  const declared = name === "default" ? source.statements.find(isDefault) : declarationOf(source, name)
  const text = declared && docstringAt(declared)
  if (!text) throw new Error(`${source.fileName}: ${name} has no docstring.`)
  return text
}

/** The text up to the first full stop that a capital letter or code follows. */
export function firstSentence(text: string): string {
  return text.split(/(?<=[.!?])\s+(?=[A-Z`])/)[0] ?? ""
}

/**
 * The docstrings of the members of an interface or of an object literal, by the members' names. The literal may be
 * inside of calls, as in `z.object({ … }).partial()`; members of its own objects are named `outer.inner`.
 */
export function memberDocstrings(source: ts.SourceFile, name: string): Map<string, string> {
  const declaration = declarationOf(source, name)
  if (!declaration) throw new Error(`${source.fileName}: ${name} is not declared.`)
  return new Map(membersOf(source, declaration))
}

const HTTP_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** The exports of a file that handle HTTP methods, with the variable's initializer if it is one, in the file's order. */
export function httpMethodsOf(source: ts.SourceFile): Map<string, ts.Expression | undefined> {
  const declared = source.statements.filter(isExported).flatMap(declarationsIn)
  const named = declared.map((declaration) => [nameOf(declaration), initializerOf(declaration)] as const)
  return new Map(named.filter(([name]) => HTTP_METHODS.includes(name)))
}

/** The file and name from which an imported identifier comes. Throws if the identifier is not a named import. */
export function originOf(source: ts.SourceFile, identifier: string): { file: string; name: string } {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : []
    const element = elements.find(({ name }) => name.text === identifier)
    if (element) {
      const path = posix.join(posix.dirname(source.fileName), statement.moduleSpecifier.text)
      return { file: fileOf(path), name: (element.propertyName ?? element.name).text }
    }
  }
  throw new Error(`${source.fileName}: ${identifier} is not imported.`)
}

/** The file of an import: `path.ts`, or the folder's index. */
const fileOf = (path: string): string =>
  ts.sys.fileExists(join(ROOT, `${path}.ts`)) ? `${path}.ts` : `${path}/index.ts`

type Declaration = ts.VariableDeclaration | ts.FunctionDeclaration | ts.InterfaceDeclaration

function declarationOf(source: ts.SourceFile, name: string): Declaration | undefined {
  const declared = source.statements.flatMap(declarationsIn)
  return declared.find((declaration) => nameOf(declaration) === name)
}

function declarationsIn(statement: ts.Statement): Declaration[] {
  if (ts.isVariableStatement(statement)) return [...statement.declarationList.declarations]
  return ts.isFunctionDeclaration(statement) || ts.isInterfaceDeclaration(statement) ? [statement] : []
}

const nameOf = ({ name }: Declaration): string => (name && ts.isIdentifier(name) ? name.text : "")

const initializerOf = (declaration: Declaration): ts.Expression | undefined =>
  ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some((modifier) => modifier.kind === kind)

const isExported = (node: ts.Node): boolean => hasModifier(node, ts.SyntaxKind.ExportKeyword)

const isDefault = (node: ts.Node): boolean =>
  ts.isExportAssignment(node) || hasModifier(node, ts.SyntaxKind.DefaultKeyword)

function docstringAt(node: ts.Node): string | undefined {
  const last = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)
  return ts.getTextOfJSDocComment(last?.comment)?.replaceAll(/\s+/g, " ")
}

function membersOf(source: ts.SourceFile, node: ts.Node): [string, string][] {
  if (ts.isInterfaceDeclaration(node)) return node.members.flatMap((member) => memberOf(member) ?? [])
  const literal = literalIn(source, node)
  return (literal?.properties ?? []).flatMap((property) => {
    const name = property.name?.getText() ?? ""
    const inner = ts.isPropertyAssignment(property) ? membersOf(source, property.initializer) : []
    return [
      ...inner.map(([below, text]): [string, string] => [`${name}.${below}`, text]),
      ...(memberOf(property) ?? []),
    ]
  })
}

function memberOf(member: ts.TypeElement | ts.ObjectLiteralElementLike): [string, string][] | undefined {
  const text = docstringAt(member)
  return text ? [[member.name?.getText() ?? "", text]] : undefined
}

/** The first object literal of an expression. An identifier stands for the variable of the same file. */
function literalIn(source: ts.SourceFile, node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node
  if (ts.isVariableDeclaration(node)) return node.initializer && literalIn(source, node.initializer)
  if (ts.isPropertyAccessExpression(node)) return literalIn(source, node.expression)
  if (ts.isCallExpression(node)) {
    const literals = [node.expression, ...node.arguments].map((part) => literalIn(source, part))
    return literals.find((literal) => literal)
  }
  const named = ts.isIdentifier(node) ? declarationOf(source, node.text) : undefined
  return named && ts.isVariableDeclaration(named) ? literalIn(source, named) : undefined
}
