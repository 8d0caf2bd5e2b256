import { Input } from "@medusajs/ui"
import { DEFAULT_UNPAID_LIMITS, UNPAID_LIMIT_BOUNDS, type UnpaidLimit } from "../../../domain/unpaid-limits"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import type { Editing } from "../common/draft-form"
import { Field, Fields } from "../common/field"
import { SettingsForm } from "./settings-form"

const LIMITS = Object.keys(DEFAULT_UNPAID_LIMITS) as UnpaidLimit[]
type Draft = Readonly<Record<UnpaidLimit, string>>

/** How much stock agents' unpaid orders may hold, and for how long. */
export function UnpaidLimits() {
  const t = useText()
  return (
    <SettingsForm<Draft>
      title={t("unpaid.title")}
      about={t("unpaid.about")}
      draftOf={({ unpaid_limits }) => each((limit) => String(unpaid_limits[limit]))}
      changeOf={(draft) => ({ unpaid_limits: each((limit) => numberIn(draft[limit])) })}
      shows={LIMITS.map((limit) => `unpaid_limits.${limit}`)}
    >
      {(editing) => (
        <Fields>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {LIMITS.map((limit) => (
              <UnpaidLimitField key={limit} limit={limit} {...editing} />
            ))}
          </div>
        </Fields>
      )}
    </SettingsForm>
  )
}

const each = <T,>(of: (limit: UnpaidLimit) => T) =>
  Object.fromEntries(LIMITS.map((limit) => [limit, of(limit)])) as Record<UnpaidLimit, T>

/** Text that is no number becomes -1, which the server refuses. */
const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : -1)

function UnpaidLimitField({ limit, draft, edit, refusal }: Editing<Draft> & { readonly limit: UnpaidLimit }) {
  const t = useText()
  const isWrong = pathsIn(refusal, `unpaid_limits.${limit}`).length > 0
  const [least, most] = UNPAID_LIMIT_BOUNDS[limit]
  const bounds = t("unpaid.bounds", { least, most })
  return (
    <Field label={t(`unpaid.${limit}`)} hint={bounds} error={isWrong ? bounds : undefined}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          inputMode="numeric"
          value={draft[limit]}
          onChange={({ target }) => edit({ [limit]: target.value })}
        />
      )}
    </Field>
  )
}
