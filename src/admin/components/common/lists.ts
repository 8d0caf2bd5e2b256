import type { TextKey } from "../../i18n/use-text"

/** A list page of the plugin: its path and its name. */
export interface List {
  readonly to: string
  readonly name: TextKey
}

/** The list pages of the plugin. */
export const LIST = {
  payments: { to: "/agentic-commerce/payments", name: "payments.title" },
  agents: { to: "/agentic-commerce/agents", name: "agents.title" },
  approvals: { to: "/agentic-commerce/approvals", name: "approvals.title" },
  tasks: { to: "/agentic-commerce/tasks", name: "tasks.title" },
  webhooks: { to: "/agentic-commerce/webhooks", name: "webhooks.title" },
  audit: { to: "/agentic-commerce/audit", name: "audit.title" },
} as const satisfies Record<string, List>

/** The list pages in the order of the menu. */
export const LISTS: readonly List[] = Object.values(LIST)
