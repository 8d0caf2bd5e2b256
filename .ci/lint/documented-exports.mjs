/** Exports that Medusa finds by their names, whose meaning is Medusa's. */
const NAMES_OF_MEDUSA = new Set(["config", "handle", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** The names that a statement declares, exported or not. */
function namesOf(statement) {
  const declared = statement.declaration ?? statement
  return (declared.declarations ?? [declared]).flatMap(({ id }) => id?.name ?? [])
}

/** The constant from which a type is derived, as in `type Name = (typeof NAMES)[number]`. */
const originOf = ({ declaration }, text) =>
  declaration.type === "TSTypeAliasDeclaration" ? /\btypeof (\w+)/.exec(text)?.[1] : undefined

/** Refuses exported declarations without a docstring. A type that is derived from a documented constant needs none. */
export const documentedExports = {
  meta: {
    type: "problem",
    schema: [],
    messages: { missing: "{{name}} is exported: say in a docstring what it guarantees." },
  },
  create(context) {
    const { sourceCode } = context
    const isDocumented = (node) =>
      sourceCode.getCommentsBefore(node).some(({ type, value }) => type === "Block" && value.startsWith("*"))
    return {
      Program({ body }) {
        const documented = new Set([...NAMES_OF_MEDUSA, ...body.filter(isDocumented).flatMap(namesOf)])
        for (const node of body) {
          if (node.type !== "ExportNamedDeclaration" || !node.declaration) continue
          const [name] = namesOf(node)
          if (documented.has(name) || documented.has(originOf(node, sourceCode.getText(node)))) continue
          context.report({ node, messageId: "missing", data: { name } })
        }
      },
    }
  },
}
