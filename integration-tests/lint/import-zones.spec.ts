import { join } from "node:path"
import { ESLint } from "eslint"
import { describe, expect, it } from "vitest"

const root = join(__dirname, "../..")
const eslint = new ESLint({ cwd: root })

/** The rules that a file with this text would break at this path. No file is written. */
async function brokenRules(path: string, text: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath: join(root, path) })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}

const ZONES = "gateway/import-zones"

const refused: [rule: string, path: string, text: string][] = [
  ["the simulator → the driver", "src/simulator/x.ts", `export * from "../drivers/gwb/gwb-signature"`],
  ["the simulator → the domain", "src/simulator/x.ts", `export { newId } from "../domain/secrets"`],
  ["the driver → the simulator", "src/drivers/gwb/x.ts", `export * from "../../simulator/sign-message"`],
  [
    "a test of the driver → the simulator",
    "src/drivers/__tests__/x.ts",
    `export * from "../../simulator/simulator"`,
  ],
  ["the merchant's routes → a surface", "src/api/admin/x.ts", `export * from "../../surfaces/ucp"`],
  ["the demo → the simulator's code", "demo/x.ts", `export * from "../src/simulator/simulator"`],
  ["the audit → the domain", "chaos/audit/checks/x.ts", `export * from "../../../src/domain/money"`],
  [
    "the audit → the tests' helpers",
    "chaos/audit/x.ts",
    `export * from "../../integration-tests/support/world"`,
  ],
  [
    "the published drivers → the example of a driver",
    "src/drivers/x.ts",
    `export * from "../../integration-tests/drivers/netopia-example"`,
  ],
  [
    "the example of a driver → another driver",
    "integration-tests/drivers/netopia-example/x.ts",
    `export * from "../../../src/drivers/gwb"`,
  ],
  [
    "the example of a driver → the double of its bank",
    "integration-tests/drivers/netopia-example/x.ts",
    `export * from "../netopia-double/server"`,
  ],
  [
    "the double of a bank → the driver",
    "integration-tests/drivers/netopia-double/x.ts",
    `export * from "../netopia-example"`,
  ],
  ["a surface → another surface", "src/surfaces/a2a/x.ts", `export * from "../oauth/oauth-errors"`],
  ["a skill → another surface", "src/surfaces/a2a/skills/x.ts", `export * from "../../bank"`],
  ["the gateway → a surface", "src/gateway/x.ts", `export * from "../surfaces/a2a"`],
  [
    "a surface → Express",
    "src/surfaces/a2a/x.ts",
    `import type { Request } from "express"; /** A request. */ export type A = Request`,
  ],
  ["a surface → the A2A SDK", "src/surfaces/a2a/x.ts", `export * from "@a2a-js/sdk/server"`],
  ["a surface → Medusa's HTTP", "src/surfaces/a2a/x.ts", `export * from "@medusajs/framework/http"`],
  ["a surface → the routes", "src/surfaces/a2a/x.ts", `export * from "../../api/mount"`],
  [
    "the domain → zod",
    "src/domain/x.ts",
    `import { z } from "@medusajs/framework/zod"; /** A text. */ export const a = z.string()`,
  ],
  ["the domain → the file system", "src/domain/x.ts", `export { readFileSync } from "node:fs"`],
  ["the domain → the options", "src/domain/x.ts", `export * from "../options"`],
  ["a module → another module", "src/modules/agent/x.ts", `export * from "../bank"`],
  [
    "a module → a workflow",
    "src/modules/agent/x.ts",
    `export * from "../../workflows/settlement/settle-payment"`,
  ],
  [
    "a workflow → a provider's service",
    "src/workflows/x.ts",
    `export * from "../providers/payment-bank/service"`,
  ],
  ["a workflow → the gateway", "src/workflows/x.ts", `export * from "../gateway/reply"`],
  ["a workflow → a surface", "src/workflows/x.ts", `export * from "../surfaces/a2a"`],
  ["a query → a workflow", "src/queries/x.ts", `export * from "../workflows/payment/create-payment"`],
  ["a job → a surface", "src/jobs/x.ts", `export * from "../surfaces/a2a"`],
  ["a route → a job", "src/api/x.ts", `export * from "../jobs/sweep"`],
  ["the published code → the demo", "src/jobs/x.ts", `export * from "../../demo/ports"`],
  ["a file without a zone → anything", "src/helpers/x.ts", `export * from "node:fs"`],
]

const allowed: [rule: string, path: string, text: string][] = [
  ["the simulator → itself and jose", "src/simulator/x.ts", `export * from "./keys"; export * from "jose"`],
  ["a surface → the gateway", "src/surfaces/a2a/skills/x.ts", `export * from "../../../gateway/call"`],
  ["the dialects → the A2A SDK", "src/surfaces/a2a/dialects/x.ts", `export * from "@a2a-js/sdk"`],
  ["a surface → its own folder", "src/surfaces/a2a/skills/x.ts", `export * from "../skill"`],
  [
    "a surface → the module of the same name",
    "src/surfaces/oauth/x.ts",
    `export * from "../../modules/oauth"`,
  ],
  ["the domain → node:crypto", "src/domain/x.ts", `export { createHash } from "node:crypto"`],
  ["the domain → address ranges", "src/domain/x.ts", `export { BlockList } from "node:net"`],
  ["a module → the options", "src/modules/agent/x.ts", `export * from "../../options"`],
  [
    "a route in a dot folder → a surface",
    "src/api/.well-known/x/route.ts",
    `export * from "../../../surfaces/a2a"`,
  ],
  [
    "the example of a driver → the interface of drivers",
    "integration-tests/drivers/netopia-example/x.ts",
    `export * from "../../../src/drivers/driver"; export * from "./options"`,
  ],
  ["the audit → its own folder", "chaos/audit/checks/x.ts", `export * from "../money"`],
  ["a test → vitest", "src/domain/__tests__/x.ts", `export { it } from "vitest"; export * from "../money"`],
]

describe("import zones", () => {
  it.each(refused)("rejects the import %s", async (_rule, path, text) => {
    expect(await brokenRules(path, text)).toEqual([ZONES])
  })

  it.each(allowed)("allows the import %s", async (_rule, path, text) => {
    expect(await brokenRules(path, text)).toEqual([])
  })

  it.each([
    ["import()", `export const load = () => import("../gateway/reply")`],
    ["a type's import()", `export type A = import("../gateway/reply").Reply`],
    ["import … from", `import { json } from "../gateway/reply"; export const a = json`],
    ["export { … } from", `export { json } from "../gateway/reply"`],
    ["import … = require()", `import reply = require("../gateway/reply"); export const a = reply`],
  ])("recognizes an import written as %s", async (_form, text) => {
    expect(await brokenRules("src/domain/x.ts", text)).toContain(ZONES)
  })
})

describe("types", () => {
  it("rejects any", async () => {
    const text = `/** A number. */\nexport const a: any = 1`
    expect(await brokenRules("src/domain/x.ts", text)).toEqual(["@typescript-eslint/no-explicit-any"])
  })

  it("rejects a comment that silences the compiler", async () => {
    const text = `/** A text. */\n// @ts-expect-error: wrong on purpose\nexport const a: string = 1`
    expect(await brokenRules("src/domain/x.ts", text)).toEqual(["@typescript-eslint/ban-ts-comment"])
  })

  it("rejects an unused variable unless its name starts with an underscore", async () => {
    const broken = await brokenRules("src/domain/x.ts", `const a = 1\nconst _b = 2\nexport {}`)
    expect(broken).toEqual(["@typescript-eslint/no-unused-vars"])
  })

  it("does not let a comment disable a rule", async () => {
    const text = `/* eslint-disable */\nexport const a: any = 1`
    expect(await brokenRules("src/domain/x.ts", text)).toContain("@typescript-eslint/no-explicit-any")
  })
})
