import { describe, expect, it } from "vitest"
import { name, version } from "../../../package.json"
import { medusaVersionOf, productionVariables, readGuide } from "../guide"
import { readPage } from "../markdown"
import { NOT_SET, productionEnvironment } from "../production"

const PAGE = readPage("install.md")

describe("the blocks of docs/install.md", () => {
  it("are read under the names that the smoke uses", () => {
    const guide = readGuide(PAGE)
    expect(guide.install).toBe(`npm install ${name}\n`)
    expect(guide.installFromCheckout).toContain(`/${name}-${version}.tgz\n`)
    expect(guide.config).toMatch(/^import .*defineConfig/)
    expect(guide.bank).toMatch(/^npx gw-bank-simulator /)
    expect(guide.doctor).toBe("npx gw-doctor\n")
    expect(guide.buildFromCheckout).toContain(`dependencies.${name}=file:`)
    expect(guide.startBuild).toMatch(/^npm install\n.*\nnpx medusa start\n$/s)
    expect(guide.proxy).toMatch(/^location \/ {/)
    expect(guide.proxyOfPath).toMatch(/^location \/eu\/ {/)
    expect(medusaVersionOf(guide)).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it.each([
    [
      "is missing",
      PAGE.replace("```ts\nimport", "```js\nimport"),
      `"3. Configure Medusa" has the blocks of code js, expected ts`,
    ],
    [
      "is indented",
      PAGE.replace("```sh\nnpx gw-doctor", " ```sh\nnpx gw-doctor"),
      `"6. Switch channels on, and test" has the blocks of code (none), expected sh`,
    ],
    [
      "is new",
      PAGE.replace("## The first paid order\n", "$&\n```sh\necho new\n```\n"),
      `"The first paid order" has the blocks of code sh, expected (none)`,
    ],
    [
      "of production is new",
      PAGE.replace("### Proxies\n", "$&\n```sh\necho new\n```\n"),
      `"Production" has the blocks of code sh, sh, sh, sh, nginx, nginx, expected sh, sh, sh, nginx, nginx`,
    ],
    [
      "has no section",
      PAGE.replace("## 2. Write", "## 2. Set"),
      `the section "2. Write the environment" is missing`,
    ],
  ])("are rejected with the section's title when one %s", (_, page, message) => {
    expect(() => readGuide(page)).toThrow(message)
  })

  it("are rejected when the starter has no version", () => {
    const guide = readGuide(PAGE.replace(/create-medusa-app@\S+/, "create-medusa-app"))
    expect(() => medusaVersionOf(guide)).toThrow("must name the version of create-medusa-app")
  })
})

describe("the production environment of docs/install.md", () => {
  const addresses = { base_url: "https://shop.example", bank_url: "https://bank.example", database_url: "" }

  it("has the variables that the smoke sets, and Redis", () => {
    const set = Object.keys(productionEnvironment(addresses))
    expect(productionVariables(PAGE).sort()).toEqual([...set, ...NOT_SET].sort())
  })

  it("has every variable of the table", () => {
    const longer = PAGE.replace("| `GW_TRUSTED_PROXIES` ", "| `GW_NEW`, `GW_NEWER` | new |\n$&")
    expect(productionVariables(longer)).toEqual(expect.arrayContaining(["GW_NEW", "GW_NEWER"]))
  })
})
