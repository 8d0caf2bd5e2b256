import ts from "typescript"
import { RULE_ID } from "./rules"

/** A test that says it proves a rule. */
export interface Claim {
  readonly id: string
  readonly file: string
  /** The title without its ids, for messages. */
  readonly title: string
}

const IDS = new RegExp(`\\s*\\[(${RULE_ID.source}(?:, ${RULE_ID.source})*)\\]$`)
const GROUPS = ["describe"]
const TESTS = ["it", "test"]
const NOT_RUN = ["skip", "todo"]

/**
 * Finds the rules the tests of a file say they prove: ids in square brackets at the end of a title, those of a group
 * counting for each of its tests. Reads the source, runs nothing; a test that is skipped proves nothing.
 */
export function readClaims(file: string, source: string): Claim[] {
  const claims: Claim[] = []
  const visit = (node: ts.Node, inherited: readonly string[]): void => {
    const block = ts.isCallExpression(node) ? blockOf(node) : undefined
    if (block?.runs === false) return
    const ids = [...inherited, ...(block?.ids ?? [])]
    if (block?.isTest) claims.push(...[...new Set(ids)].map((id) => ({ id, file, title: block.title })))
    node.forEachChild((child) => visit(child, block && !block.isTest ? ids : inherited))
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest), [])
  return claims
}

interface Block {
  readonly isTest: boolean
  readonly runs: boolean
  readonly title: string
  readonly ids: readonly string[]
}

/** A call of `it`, `test` or `describe`, also as `it.each(…)(title, …)`; undefined when it is another call. */
function blockOf({ expression, arguments: [first] }: ts.CallExpression): Block | undefined {
  const [name = "", ...modifiers] = pathOf(expression)
  const isTest = TESTS.includes(name)
  const full = first && textOf(first)
  if ((!isTest && !GROUPS.includes(name)) || full === undefined) return undefined
  const ids = IDS.exec(full)?.[1]?.split(", ") ?? []
  return {
    isTest,
    runs: !modifiers.some((word) => NOT_RUN.includes(word)),
    title: full.replace(IDS, ""),
    ids,
  }
}

/** `it.each(table)` is it, each. */
function pathOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...pathOf(node.expression), node.name.text]
  if (ts.isCallExpression(node)) return pathOf(node.expression)
  return ts.isTaggedTemplateExpression(node) ? pathOf(node.tag) : []
}

/** A title as it stands in the source; what a template fills in is shown as an ellipsis. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…")
}
