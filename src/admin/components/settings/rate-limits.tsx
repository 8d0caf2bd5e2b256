import { Input } from "@medusajs/ui"
import type { Limits, Window } from "../../../domain/rate-limit"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { type Editing, SettingsForm } from "./settings-form"

const SURFACES = ["a2a", "ucp"] as const
const WINDOWS = ["minute", "hour", "day"] as const satisfies readonly Window[]

type Typed = Readonly<Record<Window, string>>
type Draft = Readonly<Record<(typeof SURFACES)[number], Typed>>

/** How often one client may call. */
export function RateLimits() {
  const t = useText()
  return (
    <SettingsForm<Draft>
      title={t("settings.limits")}
      about={t("settings.limits_about")}
      draftOf={({ a2a_limits, ucp_limits }) => ({ a2a: typed(a2a_limits), ucp: typed(ucp_limits) })}
      shows={SURFACES.flatMap((surface) => WINDOWS.map((window) => `${surface}_limits.${window}`))}
      changeOf={({ a2a, ucp }) => ({ a2a_limits: limitsIn(a2a), ucp_limits: limitsIn(ucp) })}
    >
      {(editing) => SURFACES.map((surface) => <Windows key={surface} surface={surface} {...editing} />)}
    </SettingsForm>
  )
}

const typed = (limits: Limits): Typed => ({
  minute: String(limits.minute ?? ""),
  hour: String(limits.hour ?? ""),
  day: String(limits.day ?? ""),
})

/** Nothing is no limit; what is no number is nought, which the server refuses. */
const limitIn = (text: string) => (text.trim() === "" ? null : Number(text) || 0)

const limitsIn = ({ minute, hour, day }: Typed): Limits => ({
  minute: limitIn(minute),
  hour: limitIn(hour),
  day: limitIn(day),
})

type Props = Editing<Draft> & { readonly surface: (typeof SURFACES)[number] }

function Windows({ surface, draft, edit, refusal }: Props) {
  const t = useText()
  const isWrong = (window: Window) => pathsIn(refusal, `${surface}_limits.${window}`).length > 0
  return (
    <fieldset className="min-w-0">
      <legend className="txt-compact-small-plus pb-2">{t(`settings.${surface}_enabled`)}</legend>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {WINDOWS.map((window) => (
          <Field
            key={window}
            label={t(`settings.per_${window}`)}
            hint={t("settings.limit_hint")}
            error={isWrong(window) ? t("settings.bad_limit") : undefined}
          >
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="numeric"
                value={draft[surface][window]}
                onChange={({ target }) => edit({ [surface]: { ...draft[surface], [window]: target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
