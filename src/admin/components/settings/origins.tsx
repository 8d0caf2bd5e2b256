import { Textarea } from "@medusajs/ui"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { asLines, linesIn } from "./lines"
import { SettingsForm } from "./settings-form"
import { wrongLines } from "./whitelist"

/** Whose pages may call from a browser. */
export function Origins() {
  const t = useText()
  return (
    <SettingsForm
      title={t("settings.origins")}
      about={t("settings.origins_about")}
      draftOf={({ cors_origins }) => ({ text: asLines(cors_origins) })}
      shows={["cors_origins"]}
      changeOf={({ text }) => ({ cors_origins: linesIn(text) })}
    >
      {({ draft, edit, refusal }) => {
        const values = wrongLines(draft.text, pathsIn(refusal, "cors_origins"))
        return (
          <Field
            label={t("settings.origins_label")}
            hint={t("settings.one_per_line")}
            error={values && t("settings.bad_origins", { values })}
          >
            {(wiring) => (
              <Textarea
                {...wiring}
                rows={3}
                spellCheck={false}
                className="font-mono"
                value={draft.text}
                onChange={({ target }) => edit({ text: target.value })}
              />
            )}
          </Field>
        )
      }}
    </SettingsForm>
  )
}
