import { Input } from "@medusajs/ui"
import { DEFAULT_RETENTION, type RetentionKind, RETENTION_BOUNDS } from "../../../domain/retention"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import type { Editing } from "../common/draft-form"
import { Field, Fields } from "../common/field"
import { SettingsForm } from "./settings-form"

const KINDS = Object.keys(DEFAULT_RETENTION) as RetentionKind[]
type Draft = Readonly<Record<RetentionKind, string>>

/** For how many days personal data is kept. */
export function Retention() {
  const t = useText()
  return (
    <SettingsForm<Draft>
      title={t("privacy.retention")}
      about={t("privacy.retention_about")}
      draftOf={({ retention }) => each((kind) => String(retention[kind]))}
      changeOf={(draft) => ({ retention: each((kind) => daysIn(draft[kind])) })}
      shows={KINDS.map((kind) => `retention.${kind}`)}
    >
      {(editing) => (
        <Fields>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {KINDS.map((kind) => (
              <RetentionField key={kind} kind={kind} {...editing} />
            ))}
          </div>
        </Fields>
      )}
    </SettingsForm>
  )
}

const each = <T,>(of: (kind: RetentionKind) => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<RetentionKind, T>

/** Text that is no number becomes 0, which the server refuses. */
const daysIn = (text: string) => Number(text) || 0

function RetentionField({ kind, draft, edit, refusal }: Editing<Draft> & { readonly kind: RetentionKind }) {
  const t = useText()
  const isWrong = pathsIn(refusal, `retention.${kind}`).length > 0
  const [fewest, most] = RETENTION_BOUNDS[kind]
  const bounds = t("privacy.days", { fewest, most })
  return (
    <Field label={t(`privacy.retention_${kind}`)} hint={bounds} error={isWrong ? bounds : undefined}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          inputMode="numeric"
          value={draft[kind]}
          onChange={({ target }) => edit({ [kind]: target.value })}
        />
      )}
    </Field>
  )
}
