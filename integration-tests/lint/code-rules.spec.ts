import { join } from "node:path"
import { ESLint } from "eslint"
import { describe, expect, it } from "vitest"

const root = join(__dirname, "../..")
const eslint = new ESLint({ cwd: root })

/** The rules of the linter that a text violates as a file of the plugin. */
async function violated(text: string, file = "src/domain/x.ts"): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath: join(root, file) })
  return (result?.messages ?? []).map(({ ruleId }) => ruleId)
}

describe("an exported declaration", () => {
  const RULE = "gateway/documented-exports"

  it.each([
    "export const x = 1",
    "// A number.\nexport const x = 1",
    "export function x() {}",
    "export interface X { readonly y: number }",
    "const X = [1] as const\nexport type Y = (typeof X)[number]",
    "export const X = [1] as const\n/** A number. */\nexport const y = 1",
  ])("needs a docstring: %j", async (text) => {
    expect(await violated(text)).toContain(RULE)
  })

  it.each([
    "/** A number. */\nexport const x = 1",
    "/** Numbers. */\nexport const X = [1] as const\nexport type Y = (typeof X)[number]",
    "/** A number. */\nconst X = [1] as const\nexport type Y = (typeof X)[number]",
    'export const config = { name: "gw-x" }',
    "const x = 1",
  ])("that has one, follows from another one, or is Medusa's, passes: %j", async (text) => {
    expect(await violated(text)).not.toContain(RULE)
  })

  it("of a test needs none", async () => {
    expect(await violated("export const x = 1", "src/domain/__tests__/x.ts")).toEqual([])
  })
})

describe("a spread", () => {
  it.each(["f({ ...{ a: 1 } })", "f([...[1, 2]])", "f(...[1, 2])"])(
    "of a literal is rejected: %s",
    async (text) => {
      for (const file of ["src/domain/x.ts", "integration-tests/http/x.spec.ts"])
        expect(await violated(text, file)).toContain("no-restricted-syntax")
    }
  )

  it.each(["f({ ...(a && { b: 1 }) })", "f([...a])"])("of anything else passes: %s", async (text) => {
    expect(await violated(text)).not.toContain("no-restricted-syntax")
  })
})

describe("a hook of Medusa's workflows [ROUTE-30]", () => {
  const handler = (workflow: string) => `${workflow}.hooks.validate(() => undefined)`

  it.each([
    ["src/workflows/checkout/x.ts", "completeCartWorkflow"],
    ["src/api/x.ts", "createOrdersWorkflow"],
  ])("has no handler in %s, because Medusa accepts only one", async (file, workflow) => {
    expect(await violated(handler(workflow), file)).toContain("no-restricted-syntax")
  })

  it("may have one in a test of another plugin", async () => {
    const file = "integration-tests/worlds/x.spec.ts"
    expect(await violated(handler("completeCartWorkflow"), file)).toEqual([])
  })
})
