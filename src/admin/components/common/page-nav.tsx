import { Badge, clx } from "@medusajs/ui"
import { NavLink, useLocation } from "react-router-dom"
import { useAttention } from "../../api/attention"
import { type TextKey, useText } from "../../i18n/use-text"
import { Count, COUNTED } from "./count"

const ROOT = "/agentic-commerce"

interface Entry {
  readonly to: string
  readonly name: TextKey
  /** The count of `useAttention` for this page. */
  readonly waits?: "alerts" | "approvals" | "payments" | "webhooks"
}

const ENTRIES: readonly Entry[] = [
  { to: ROOT, name: "overview.menu", waits: "alerts" },
  { to: `${ROOT}/agents`, name: "agents.menu" },
  { to: `${ROOT}/approvals`, name: "approvals.menu", waits: "approvals" },
  { to: `${ROOT}/payments`, name: "payments.menu", waits: "payments" },
  { to: `${ROOT}/tasks`, name: "tasks.menu" },
  { to: `${ROOT}/webhooks`, name: "webhooks.menu", waits: "webhooks" },
  { to: `${ROOT}/audit`, name: "audit.menu" },
  { to: `${ROOT}/connect`, name: "connect.menu" },
  { to: "/settings/agentic-commerce", name: "common.settings" },
]

/**
 * The pages of Agentic Commerce with their open items, and the settings. Entries of Medusa's own menu cannot have a
 * count.
 */
export function PageNav() {
  const t = useText()
  const { pathname } = useLocation()
  const { data } = useAttention()
  if (!pathname.startsWith(ROOT)) return null
  return (
    <nav aria-label={t("common.menu")}>
      <ul className="flex flex-wrap gap-1">
        {ENTRIES.map(({ to, name, waits }) => (
          <li key={to}>
            <NavLink to={to} end={to === ROOT} className={({ isActive }) => linkClassOf(isActive)}>
              {t(name)}
              {waits && <Waiting count={data?.attention[waits] ?? 0} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Waiting({ count }: { readonly count: number }) {
  const t = useText()
  if (!count) return null
  return (
    <>
      <Badge size="2xsmall" rounded="full" color="orange" aria-hidden>
        <Count of={count} limit={COUNTED.attention} />
      </Badge>
      <span className="sr-only">{t("common.needs_attention", { count })}</span>
    </>
  )
}

const linkClassOf = (isActive: boolean) =>
  clx(
    "txt-compact-small-plus flex items-center gap-x-1 rounded-md px-2 py-1 outline-none",
    "hover:bg-ui-bg-subtle-hover focus-visible:shadow-borders-focus",
    isActive ? "bg-ui-bg-base text-ui-fg-base shadow-elevation-card-rest" : "text-ui-fg-subtle"
  )
