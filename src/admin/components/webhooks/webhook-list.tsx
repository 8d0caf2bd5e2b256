import { Button, Input } from "@medusajs/ui"
import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import { useWebhooks, type Webhook } from "../../api/webhooks"
import { type Text, useText } from "../../i18n/use-text"
import { type Column, Rows } from "../common/rows"
import { When } from "../common/when"
import { Choice } from "./choice"
import { Count, COUNTED } from "./count"
import { Standing } from "./standing"

/** Where clients are told, with what can be looked for. */
export function WebhookList() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const [status, setStatus] = useState<"all" | Webhook["status"]>("all")
  const [q, setQ] = useState("")
  const client_id = params.get("client_id") ?? undefined
  const asked = { client_id, status: status === "all" ? undefined : status, q: q.trim() || undefined }
  const options = (["all", "active", "disabled"] as const).map((value) => ({ value, name: nameOf(value, t) }))
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-6 py-4">
        <Input
          {...{ inputMode: "search", size: "small", maxLength: 200, className: "w-60", value: q }}
          placeholder={t("webhooks.search")}
          aria-label={t("webhooks.search")}
          onChange={({ target }) => setQ(target.value)}
        />
        <Choice label={t("webhooks.status")} value={status} options={options} choose={setStatus} />
        {client_id && (
          <Button size="small" variant="secondary" onClick={() => setParams({})}>
            {t("webhooks.of_all_clients")}
          </Button>
        )}
      </div>
      <Rows
        label={t("webhooks.title")}
        of={useWebhooks(asked)}
        columns={columnsIn(t)}
        keyOf={({ id }) => id}
        to={({ id }) => `/agentic-commerce/webhooks/${id}`}
        empty={{ title: t("webhooks.empty"), about: t("webhooks.empty_about") }}
      />
    </>
  )
}

const nameOf = (value: string, t: Text) => (value === "all" ? t("common.all") : t.of("states", value))

const columnsIn = (t: Text): Column<Webhook>[] => [
  { title: t("webhooks.url"), cell: ({ url }) => <span className="block max-w-80 truncate">{url}</span> },
  { title: t("webhooks.client"), cell: ({ client_name, client_id }) => client_name ?? client_id },
  { title: t("webhooks.status"), cell: (webhook) => <Standing of={webhook} /> },
  {
    ...{ title: t("webhooks.waiting"), is_number: true },
    cell: ({ waiting }) => <Count of={waiting} limit={COUNTED.waiting} />,
  },
  { title: t("webhooks.failing_since"), cell: ({ failing_since }) => <When at={failing_since} /> },
  { title: t("webhooks.last_success"), cell: ({ last_success_at }) => <When at={last_success_at} /> },
]
