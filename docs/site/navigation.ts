import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT, addressOf } from "./pages"

/** A group of the navigation: its title, and the file of each page with its link text. */
export interface Group {
  readonly title: string
  readonly pages: Readonly<Record<string, string>>
  /** Closed until a reader opens it. */
  readonly closed?: boolean
}

const DECISIONS = "docs/decisions"

/** The pages of the site in the order in which a newcomer needs them. Files are relative to the checkout. */
export const GROUPS: readonly Group[] = [
  {
    title: "Start",
    pages: {
      "README.md": "What it is",
      "docs/tour.md": "A tour with curl",
      "docs/install.md": "Install",
      "docs/configuration.md": "Configuration",
      "docs/storefront.md": "In your storefront",
      "docs/status.md": "Status",
    },
  },
  {
    title: "Concepts",
    pages: {
      "docs/guarantees.md": "Guarantees",
      "docs/access.md": "Access and limits",
      "docs/bank.md": "The bank",
      "docs/providers.md": "Other payment providers",
      "docs/architecture.md": "Architecture",
    },
  },
  {
    title: "Protocols",
    pages: {
      "docs/a2a.md": "A2A: payments",
      "docs/ucp.md": "UCP: shopping",
      "docs/acp.md": "ACP: checkout",
      "docs/mcp.md": "MCP: assistants",
      "docs/oauth.md": "OAuth 2.1",
      "docs/app.md": "The customer app",
      "docs/webhooks.md": "Webhooks",
    },
  },
  {
    title: "Operating",
    pages: {
      "docs/admin.md": "In the admin",
      "docs/admin-settings.md": "Settings page",
      "docs/admin-agents.md": "Agents",
      "docs/admin-payments.md": "Payments and tasks",
      "docs/reconciliation.md": "Compare with the bank's file",
      "docs/operating.md": "Alerts, tracing, upgrades",
      "docs/doctor.md": "The doctor",
      "docs/metrics.md": "Metrics",
      "docs/simulator.md": "Bank simulator",
      "docs/banks/redsys.md": "Redsys",
      "docs/banks/redsys.es.md": "Redsys (español)",
    },
  },
  {
    title: "Security",
    pages: {
      "docs/security.md": "Threat model",
      "docs/privacy.md": "Personal data",
      "SECURITY.md": "Security policy",
    },
  },
  {
    title: "Reference",
    pages: {
      "docs/reference/routes.md": "Routes",
      "docs/reference/settings.md": "Settings",
      "docs/reference/errors.md": "Errors",
      "docs/reference/events.md": "Events",
      "docs/reference/jobs.md": "Jobs",
      "docs/reference/imports.md": "Imports",
    },
  },
  {
    title: "Contributing",
    pages: {
      "CONTRIBUTING.md": "How to contribute",
      "docs/extending.md": "Extending the plugin",
      "docs/chaos.md": "The chaos run",
      "docs/conformance.md": "Official suites",
      "CHANGELOG.md": "Changelog",
    },
  },
  { title: "Requirements", pages: { "docs/requirements.md": "Every rule and its tests" }, closed: true },
  { title: "Decisions", pages: decisions(), closed: true },
]

/** Each decision by its number, under its own heading. */
function decisions(): Record<string, string> {
  const names = readdirSync(join(ROOT, DECISIONS)).filter((name) => /^\d.*\.md$/.test(name))
  const entries = names.sort().map((name) => [`${DECISIONS}/${name}`, headingOf(`${DECISIONS}/${name}`)])
  return { [`${DECISIONS}/README.md`]: "All decisions", ...Object.fromEntries(entries) }
}

function headingOf(file: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), "utf8"))?.[1]
  if (!heading) throw new Error(`${file} has no heading. Begin it with a line "# Title".`)
  return heading
}

/** The side bar of the site. */
export function sidebar() {
  return GROUPS.map(({ title, pages, closed = false }) => ({
    text: title,
    collapsed: closed,
    items: Object.entries(pages).map(([file, text]) => ({ text, link: addressOf(file) })),
  }))
}
