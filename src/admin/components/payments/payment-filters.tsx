import { Button, Input, Select } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import { PAYMENT_STATUSES } from "../../../domain/settlement"
import type { PaymentQuery } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { Days } from "../common/days"
import { Field } from "../common/field"

interface Props {
  readonly query: PaymentQuery
  change(query: PaymentQuery): void
}

const ANY = "any"

/** What the list of payments is narrowed to. */
export function PaymentFilters({ query, change }: Props) {
  const t = useText()
  const set = (member: keyof PaymentQuery, value: string) =>
    change({ ...query, [member]: value === "" || value === ANY ? undefined : value })
  return (
    <div className="grid grid-cols-1 items-start gap-4 px-6 py-4 sm:grid-cols-2 lg:grid-cols-4">
      <Search key={`search ${query.q ?? ""}`} q={query.q ?? ""} search={(q) => set("q", q)} />
      <Field label={t("payments.status")}>
        {(wiring) => (
          <Select size="small" value={query.status ?? ANY} onValueChange={(value) => set("status", value)}>
            <Select.Trigger {...wiring}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              <Select.Item value={ANY}>{t("payments.any_status")}</Select.Item>
              {PAYMENT_STATUSES.map((status) => (
                <Select.Item key={status} value={status}>
                  {t.of("states", status)}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        )}
      </Field>
      <Days
        from={query.created_from}
        to={query.created_to}
        change={(bound, at) => set(`created_${bound}`, at ?? "")}
      />
      <Currency
        key={`currency ${query.currency ?? ""}`}
        currency={query.currency ?? ""}
        set={(code) => set("currency", code)}
      />
    </div>
  )
}

/** Is looked for when it was typed to the end. */
function Search({ q, search }: { readonly q: string; search(q: string): void }) {
  const t = useText()
  const [text, setText] = useState(q)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(text.trim())
  }
  return (
    <form onSubmit={submit} className="sm:col-span-2 lg:col-span-4">
      <Field label={t("payments.search")} hint={t("payments.search_hint")}>
        {(wiring) => (
          <Input
            {...wiring}
            size="small"
            enterKeyHint="search"
            maxLength={100}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onBlur={() => text.trim() !== q && search(text.trim())}
          />
        )}
      </Field>
    </form>
  )
}

/** A currency counts when its code is complete. */
function Currency({ currency, set }: { readonly currency: string; set(code: string): void }) {
  const t = useText()
  const [text, setText] = useState(currency)
  const change = (typed: string) => {
    const code = typed.toUpperCase().replace(/[^A-Z]/g, "")
    setText(code)
    if (code.length === 3 || (code === "" && currency)) set(code)
  }
  return (
    <Field label={t("payments.currency")}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          maxLength={3}
          placeholder="EUR"
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}

/** Clears all that narrows a list. */
export function ClearFilters({ clear }: { clear(): void }) {
  const t = useText()
  return (
    <Button size="small" variant="transparent" onClick={clear}>
      {t("payments.clear")}
    </Button>
  )
}
