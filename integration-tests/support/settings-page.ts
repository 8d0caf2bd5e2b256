import type { Page } from "playwright-core"
import { adminGet } from "./merchant"
import { AS_NEW } from "./policy"

/** The page of the settings in the admin. */
export const SETTINGS_PAGE = "/settings/agentic-commerce"

/** The settings of a new store whose only channel is A2A. */
export const NEW_SETTINGS = {
  ...AS_NEW,
  a2a_enabled: true,
  ucp_enabled: false,
  acp_enabled: false,
  app_enabled: false,
  ucp_sales_channels: [],
}

/** The title of the section of the rate limits. */
export const RATE_LIMITS = "Rate limits"

/** The stored settings. */
export const settings = async () =>
  (await adminGet<{ settings: Record<string, unknown> }>("/admin/agentic-commerce/settings")).settings

export const tabAt = (tab: string) => `${SETTINGS_PAGE}?tab=${tab}`
export const show = (page: Page, tab: string) => page.getByRole("tab", { name: tab, exact: true }).click()

/** The section with this title. */
export const form = (page: Page, name: string) => page.getByRole("form", { name })

/** The bar that is shown while there are unsaved changes. */
export const bar = (page: Page) => page.getByRole("region", { name: "Unsaved changes" })
export const save = (page: Page) => bar(page).getByRole("button", { name: "Save" }).click()
