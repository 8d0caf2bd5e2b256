import { Textarea } from "@medusajs/ui"
import { pathsIn, type Refusal } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { asLines, linesIn } from "./lines"
import { SettingsForm } from "./settings-form"

/** From which addresses A2A may be called. */
export function Whitelist() {
  const t = useText()
  const wrong = (text: string, refusal: Refusal) => wrongLines(text, pathsIn(refusal, "a2a_ip_allow"))
  return (
    <SettingsForm
      title={t("settings.whitelist")}
      about={t("settings.whitelist_about")}
      draftOf={({ a2a_ip_allow }) => ({ text: asLines(a2a_ip_allow) })}
      shows={["a2a_ip_allow"]}
      changeOf={({ text }) => ({ a2a_ip_allow: linesIn(text) })}
    >
      {({ draft, edit, refusal }) => {
        const values = wrong(draft.text, refusal)
        return (
          <Field
            label={t("settings.networks")}
            hint={t("settings.one_per_line")}
            error={values && t("settings.bad_networks", { values })}
          >
            {(wiring) => (
              <Textarea
                {...wiring}
                rows={4}
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

/** The lines that were refused, as they stand. */
export function wrongLines(text: string, paths: readonly string[]): string | undefined {
  if (!paths.length) return undefined
  const lines = linesIn(text)
  return paths.map((place) => lines[Number(place)] ?? place).join(", ")
}
