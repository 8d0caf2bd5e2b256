import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Admin } from "../support/admin"
import { switchSurfaces } from "../support/oauth-client"
import { AS_NEW, changeSettings } from "../support/policy"
import { world } from "../support/world"

const PATH = "/agentic-commerce/connect"

const { registration, registration_requires_pushed, approval_required } = AS_NEW
const OPEN = { registration, registration_requires_pushed, approval_required }

describe("the page that connects an assistant", () => {
  let admin: Admin
  beforeAll(async () => {
    await switchSurfaces({ ucp_enabled: true })
    admin = await Admin.open()
  })
  afterEach(() => changeSettings(OPEN))
  afterAll(() => admin?.close())

  it("shows the store's address, and links that open Claude, Cursor and VS Code with it [ADM-40]", async () => {
    const url = `${world().base_url}/gw-ucp/v1/mcp`
    const page = await admin.page(PATH)
    await page.getByText(`claude mcp add --transport http store ${url}`).waitFor()
    await page.getByText(`UCP_BUSINESS=${world().base_url} ucp catalog search`).waitFor()
    const linkTo = async (name: string) =>
      new URL((await page.getByRole("link", { name }).getAttribute("href")) ?? "")
    for (const name of ["Claude", "ChatGPT"]) {
      await page.getByRole("button", { name: `Copy for ${name}`, exact: true }).waitFor()
    }
    expect(await page.getByText(url, { exact: true }).count()).toBe(2)
    expect((await linkTo("Add to Claude")).searchParams.get("connectorUrl")).toBe(url)
    const cursor = (await linkTo("Add to Cursor")).searchParams.get("config") ?? ""
    expect(JSON.parse(Buffer.from(cursor, "base64").toString())).toEqual({ url })
    const code = decodeURIComponent((await linkTo("Add to VS Code")).search.slice(1))
    expect(JSON.parse(code)).toEqual({ name: "store", type: "http", url })
    await page.getByText("on the page to which the assistant links").waitFor()
    expect(await page.getByText("bank's page").count()).toBe(0)
    expect(await page.getByRole("alert").count()).toBe(0)
    await page.close()
  })

  it("warns while the channel is off, and leads to its switch [ADM-40]", async () => {
    await switchSurfaces({ ucp_enabled: false })
    const page = await admin.page(PATH)
    await page.getByRole("alert").getByRole("link", { name: "Switch it on" }).click()
    await page.getByRole("switch", { name: "Shopping by agents (UCP)" }).waitFor()
    await page.close()
    await switchSurfaces({ ucp_enabled: true })
  })

  it.each([
    ["closed", { registration: "closed" }, ["so no new assistant can connect"]],
    ["with a token", { registration: "initial_access_token" }, ["so most new assistants cannot connect"]],
    [
      "by pushed requests and with approval",
      { registration_requires_pushed: true, approval_required: true },
      ["assistants that do not push them cannot connect", "before you have approved it"],
    ],
  ])("warns while registration is %s, and leads to its rules [ADM-40]", async (_, rules, texts) => {
    await changeSettings({ ...OPEN, ...rules })
    const page = await admin.page(PATH)
    const alerts = page.getByRole("alert")
    await alerts.first().waitFor()
    expect(await alerts.allTextContents()).toEqual(texts.map((text) => expect.stringContaining(text)))
    await alerts.last().getByRole("link", { name: "Change the rules of registration" }).click()
    await page.getByRole("heading", { name: "Registration of agents" }).waitFor()
    await page.close()
  })

  it("looks right at both widths, in both themes and both languages [ADM-21]", async () => {
    await admin.checkEverywhere("connect", PATH, (page) =>
      page.getByRole("heading", { level: 1 }).first().waitFor()
    )
  })

  it("looks right while new assistants cannot connect [ADM-21]", async () => {
    await changeSettings({ registration: "closed" })
    await admin.checkEverywhere("connect-closed", PATH, (page) => page.getByRole("alert").waitFor())
  })
})
