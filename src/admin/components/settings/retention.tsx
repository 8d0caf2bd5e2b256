import { Button, Input } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import {
  DEFAULT_RETENTION,
  type Kept,
  RETENTION_BOUNDS,
  type Retention as Days,
} from "../../../domain/retention"
import { changeSettings, SETTINGS_PATH, useSettings } from "../../api/settings"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"

const KINDS = Object.keys(DEFAULT_RETENTION) as Kept[]

/** For how many days what is about people is kept. */
export function Retention() {
  const t = useText()
  return (
    <Section title={t("privacy.retention")} about={t("privacy.retention_about")}>
      <Loaded of={useSettings()}>{({ settings }) => <RetentionForm days={settings.retention} />}</Loaded>
    </Section>
  )
}

function RetentionForm({ days }: { readonly days: Days }) {
  const t = useText()
  const [typed, setTyped] = useState<Partial<Record<Kept, string>>>({})
  const change = useChange(changeSettings, {
    done: t("common.saved"),
    path: SETTINGS_PATH,
    onDone: () => setTyped({}),
  })
  const changed = KINDS.filter((kind) => typed[kind] !== undefined && typed[kind] !== String(days[kind]))
  const isWrong = changed.some((kind) => !isAllowed(kind, String(typed[kind])))
  const save = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ retention: Object.fromEntries(changed.map((kind) => [kind, Number(typed[kind])])) })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-4 px-6 py-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {KINDS.map((kind) => (
          <DaysField
            key={kind}
            kind={kind}
            value={typed[kind] ?? String(days[kind])}
            change={(value) => setTyped({ ...typed, [kind]: value })}
          />
        ))}
      </div>
      <Button
        type="submit"
        size="small"
        className="self-start"
        disabled={!changed.length || isWrong}
        isLoading={change.isPending}
      >
        {t("common.save")}
      </Button>
    </form>
  )
}

interface DaysProps {
  readonly kind: Kept
  readonly value: string
  change(value: string): void
}

function DaysField({ kind, value, change }: DaysProps) {
  const t = useText()
  const [fewest, most] = RETENTION_BOUNDS[kind]
  const bounds = t("privacy.days", { fewest, most })
  return (
    <Field
      label={t(`privacy.kept_${kind}`)}
      hint={bounds}
      error={isAllowed(kind, value) ? undefined : bounds}
    >
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          inputMode="numeric"
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}

function isAllowed(kind: Kept, value: string): boolean {
  const [fewest, most] = RETENTION_BOUNDS[kind]
  return /^\d{1,5}$/.test(value) && Number(value) >= fewest && Number(value) <= most
}
