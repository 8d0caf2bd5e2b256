import { Checkbox, Input, Label } from "@medusajs/ui"
import { useId } from "react"
import type { Window } from "../../../domain/rate-limit"
import { pathsIn, type Refusal } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { type LimitsDraft, WINDOWS } from "./limits-draft"

interface Props {
  /** The legend, which says whose limits they are. */
  readonly legend: string
  readonly of: LimitsDraft
  readonly refusal: Refusal
  /** The name of the member in the request, such as `limits`. */
  readonly member: string
  /** Explains what an empty field means. */
  readonly hint: string
  /** Whether "no limit" is an option of its own, because an empty field means something else. */
  readonly may_be_any?: boolean
  edit(limits: LimitsDraft): void
}

/** The number of calls per window. */
export function LimitFields({ legend, of: limits, refusal, member, hint, may_be_any = false, edit }: Props) {
  const t = useText()
  const isWrong = (window: Window) => pathsIn(refusal, `${member}.${window}`).length > 0
  const set = (window: Window) => (limit: string | null) => edit({ ...limits, [window]: limit })
  return (
    <fieldset className="min-w-0">
      <legend className="txt-compact-small-plus pb-2">{legend}</legend>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {WINDOWS.map((window) => (
          <div key={window} className="flex flex-col gap-2">
            <Field
              label={t(`rules.per_${window}`)}
              hint={hint}
              error={isWrong(window) ? t("rules.bad_limit") : undefined}
            >
              {(wiring) => (
                <Input
                  {...wiring}
                  size="small"
                  inputMode="numeric"
                  disabled={limits[window] === null}
                  value={limits[window] ?? ""}
                  onChange={({ target }) => set(window)(target.value)}
                />
              )}
            </Field>
            {may_be_any && (
              <AnyNumber
                of={t(`rules.per_${window}`)}
                is_on={limits[window] === null}
                set={(isAny) => set(window)(isAny ? null : "")}
              />
            )}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

interface AnyProps {
  /** The label of the window. */
  readonly of: string
  readonly is_on: boolean
  set(is_on: boolean): void
}

function AnyNumber({ of, is_on, set }: AnyProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <Checkbox
        id={id}
        aria-label={`${of}: ${t("rules.no_limit")}`}
        checked={is_on}
        onCheckedChange={(checked) => set(checked === true)}
      />
      <Label htmlFor={id} size="small">
        {t("rules.no_limit")}
      </Label>
    </div>
  )
}
