import { Checkbox, Input, Label } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { type RulesDraft, WINDOWS } from "./rules-draft"

type Limits = RulesDraft["limits"]

interface Props {
  readonly of: Limits
  readonly error: string | undefined
  change(limits: Limits): void
}

/** How many calls each window takes: the surface's number, its own, or any. */
export function LimitFields({ of: limits, error, change }: Props) {
  const t = useText()
  return (
    <fieldset className="px-6 py-4">
      <legend className="txt-compact-small-plus float-left mb-2 w-full">{t("agents.limits")}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-3">
        {WINDOWS.map((window) => (
          <div key={window} className="flex flex-col gap-2">
            <Field
              label={t(`agents.per_${window}`)}
              hint={t("agents.limit_hint")}
              error={window === "minute" ? error : undefined}
            >
              {(wiring) => (
                <Input
                  {...wiring}
                  type="number"
                  size="small"
                  min={1}
                  max={1_000_000}
                  disabled={limits[window] === null}
                  value={limits[window] ?? ""}
                  onChange={(event) => change({ ...limits, [window]: event.target.value })}
                />
              )}
            </Field>
            <div className="flex items-center gap-2">
              <Checkbox
                id={`unlimited-${window}`}
                checked={limits[window] === null}
                onCheckedChange={(isAny) => change({ ...limits, [window]: isAny === true ? null : "" })}
              />
              <Label htmlFor={`unlimited-${window}`} size="small">
                {t("agents.no_limit")}
              </Label>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
