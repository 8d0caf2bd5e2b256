import { Input } from "@medusajs/ui"
import { LIFETIME_BOUNDS, type TokenLifetimes } from "../../../domain/token-lifetimes"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Choice } from "../common/choice"
import type { Editing } from "../common/draft-form"
import { Field, Fields } from "../common/field"
import { type Duration, durationOf, secondsOf, UNITS } from "./duration"
import { SettingsForm } from "./settings-form"

const KINDS = ["access", "refresh", "consent"] as const satisfies readonly (keyof TokenLifetimes)[]
type Kind = (typeof KINDS)[number]
type Draft = Readonly<Record<Kind, Duration>>

/** The lifetimes of the tokens that agents get. */
export function Lifetimes() {
  const t = useText()
  return (
    <SettingsForm<Draft>
      title={t("settings.lifetimes")}
      about={t("settings.lifetimes_about")}
      draftOf={({ token_lifetimes }) => each((kind) => durationOf(token_lifetimes[kind]))}
      shows={KINDS.map((kind) => `token_lifetimes.${kind}`)}
      changeOf={(draft) => ({ token_lifetimes: each((kind) => secondsOf(draft[kind])) })}
    >
      {(editing) => (
        <Fields>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
            {KINDS.map((kind) => (
              <Lifetime key={kind} kind={kind} {...editing} />
            ))}
          </div>
        </Fields>
      )}
    </SettingsForm>
  )
}

const each = <T,>(of: (kind: Kind) => T) =>
  ({ access: of("access"), refresh: of("refresh"), consent: of("consent") }) as const

function Lifetime({ kind, draft, edit, refusal }: Editing<Draft> & { readonly kind: Kind }) {
  const t = useText()
  const { amount, unit } = draft[kind]
  const isWrong = pathsIn(refusal, `token_lifetimes.${kind}`).length > 0
  const [shortest, longest] = LIFETIME_BOUNDS[kind].map((seconds) => {
    const bound = durationOf(seconds)
    return t(`settings.span_${bound.unit}`, { count: Number(bound.amount) })
  })
  const bounds = { shortest: String(shortest), longest: String(longest) }
  const change = (part: Partial<Duration>) => edit({ [kind]: { ...draft[kind], ...part } })
  return (
    <Field
      label={t(`settings.lifetime_${kind}`)}
      hint={t("settings.lifetime_hint", bounds)}
      error={isWrong ? t("settings.bad_lifetime", bounds) : undefined}
    >
      {(wiring) => (
        <div className="flex gap-2">
          <Input
            {...wiring}
            size="small"
            inputMode="numeric"
            className="w-20"
            value={amount}
            onChange={({ target }) => change({ amount: target.value })}
          />
          <Choice
            aria-label={`${t(`settings.lifetime_${kind}`)}: ${t("settings.unit")}`}
            value={unit}
            options={UNITS.map((one) => [one, t(`settings.unit_${one}`)])}
            choose={(chosen) => change({ unit: chosen })}
          />
        </div>
      )}
    </Field>
  )
}
