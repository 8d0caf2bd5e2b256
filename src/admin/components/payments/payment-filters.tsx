import { Button, Input, Select } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import { PAYMENT_STATUSES } from "../../../domain/settlement"
import type { PaymentQuery } from "../../api/payments"
import { useText } from "../../i18n/use-text"
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
      <Days query={query} set={set} />
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

/** Days in the viewer's own zone, both included. */
function Days({
  query,
  set,
}: {
  readonly query: PaymentQuery
  set(member: keyof PaymentQuery, at: string): void
}) {
  const t = useText()
  return (
    <>
      <Field label={t("payments.from")}>
        {(wiring) => (
          <Input
            {...wiring}
            size="small"
            type="date"
            value={dayOf(query.created_from)}
            onChange={({ target }) => set("created_from", momentOf(target.value, "00:00:00.000"))}
          />
        )}
      </Field>
      <Field label={t("payments.to")}>
        {(wiring) => (
          <Input
            {...wiring}
            size="small"
            type="date"
            value={dayOf(query.created_to)}
            onChange={({ target }) => set("created_to", momentOf(target.value, "23:59:59.999"))}
          />
        )}
      </Field>
    </>
  )
}

function momentOf(day: string, time: string): string {
  const moment = new Date(`${day}T${time}`)
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString()
}

function dayOf(moment?: string): string {
  if (!moment) return ""
  const at = new Date(moment)
  const two = (part: number) => String(part).padStart(2, "0")
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
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
