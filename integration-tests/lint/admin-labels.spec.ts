import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { readPage } from "../../.ci/smoke/markdown"
import { ROOT } from "../../.ci/smoke/package"
import en from "../../src/admin/i18n/en"
import ro from "../../src/admin/i18n/ro"

interface MedusaTexts {
  readonly actions: { readonly edit: string }
  readonly app: { readonly nav: { readonly settings: { readonly header: string } } }
  readonly fields: { readonly paymentProviders: string }
  readonly orders: { readonly domain: string }
  readonly regions: { readonly domain: string }
}

const DASHBOARD = dirname(require.resolve("@medusajs/dashboard/package.json"))

/** The texts of Medusa's own pages. */
const medusaIn = (language: "en" | "ro") =>
  JSON.parse(readFileSync(join(DASHBOARD, `src/i18n/translations/${language}.json`), "utf8")) as MedusaTexts

/** The way to the providers of a region. */
const providersIn = ({ app, regions, fields }: MedusaTexts) =>
  [app.nav.settings.header, regions.domain, fields.paymentProviders] as const

const medusa = medusaIn("en")
const SETTINGS = medusa.app.nav.settings.header

const PAGE = readPage("install.md")

/** The text of a section of the guide, on one line. */
const sectionOf = (title: string) => {
  const [, after = ""] = PAGE.split(`\n## ${title}\n`)
  return (after.split("\n## ", 1)[0] ?? "").replaceAll(/\s+/g, " ")
}

/** What a text has in bold. */
const inBold = (text: string) => [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label)

describe("the steps of docs/install.md in the admin", () => {
  it("name the labels of Medusa's page of regions", () => {
    const { edit } = medusa.actions
    expect(inBold(sectionOf("5. Allow the payment provider in a region"))).toEqual([
      `${SETTINGS} › ${medusa.regions.domain}`,
      edit,
      medusa.fields.paymentProviders,
    ])
  })

  it("name the labels of the plugin's settings", () => {
    const section = sectionOf("6. Switch channels on, and test")
    expect(inBold(section)).toEqual([
      `${SETTINGS} › ${en.settings.menu}`,
      en.settings_page.channels,
      en.diagnostics.test,
    ])
    for (const channel of [en.settings.a2a_enabled, en.settings.ucp_enabled, en.diagnostics.checklist])
      expect(section).toContain(channel.charAt(0).toLowerCase() + channel.slice(1))
  })

  it("name the pages that show the first paid order", () => {
    expect(inBold(sectionOf("The first paid order"))).toEqual([
      medusa.orders.domain,
      `${en.common.menu} › ${en.payments.menu}`,
    ])
  })
})

/** The pages of the admin that the doctor's advice names. */
const PAGES = [
  providersIn(medusa),
  [SETTINGS, en.settings.menu],
  ...[en.settings_page.channels, en.settings_page.access].map((tab) => [SETTINGS, en.settings.menu, tab]),
  [en.common.menu, en.agents.menu],
].map((labels) => labels.join(", "))

const CHECKS = join(ROOT, "src/diagnostics/checks")

/** Each place in the admin that a check names, such as `Settings, Regions, Payment Providers`. */
const namedPages = () =>
  readdirSync(CHECKS)
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(join(CHECKS, file), "utf8").matchAll(/\badmin, ([^.;`"]+)[.;]/g)])
    .map(([, page]) => page)

describe("the advice of gw-doctor", () => {
  it("names pages of the admin by their labels [DOC-01]", () => {
    expect(namedPages().length).toBeGreaterThan(9)
    expect(namedPages().filter((page) => !PAGES.includes(page ?? ""))).toEqual([])
  })
})

describe("the advice of the setup checklist", () => {
  it.each([
    ["English", medusaIn("en"), en],
    ["Romanian", medusaIn("ro"), ro],
  ] as const)("names Medusa's page of regions by its labels in %s [ADM-02]", (_, labels, { diagnostics }) => {
    const settings = `${labels.app.nav.settings.header}, `
    const named = Object.values(diagnostics).flatMap((text) => {
      const [, page] = text.split(`: ${settings}`)
      return page === undefined ? [] : [settings + page]
    })
    expect(named.length).toBeGreaterThan(4)
    expect(new Set(named)).toEqual(new Set([`${providersIn(labels).join(", ")}.`]))
  })
})
