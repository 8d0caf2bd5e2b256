import { endSandbox, issueSandbox, useSandbox } from "../../api/credentials"
import { changeSettings, SETTINGS_PATH, useSettings } from "../../api/settings"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Note } from "../common/note"
import { Section } from "../common/section"
import { Toggle } from "../common/toggle"
import { Credential } from "./credential"

const FLAVORS = ["a2a", "ucp", "acp"] as const

/** The sandbox credentials, for local tests. */
export function Sandbox() {
  const t = useText()
  const settings = useSettings()
  const change = useChange(changeSettings, { done: t("common.saved"), path: SETTINGS_PATH })
  return (
    <Section title={t("settings.sandbox")} about={t("settings.sandbox_about")}>
      <Loaded of={useSandbox()}>
        {({ sandbox: { possible, credentials } }) =>
          possible ? (
            <>
              <Toggle
                label={t("settings.sandbox_enabled")}
                about={t("settings.sandbox_enabled_about")}
                is_on={settings.data?.settings.sandbox_enabled ?? false}
                is_busy={change.isPending || !settings.data}
                change={(sandbox_enabled) => change.mutate({ sandbox_enabled })}
              />
              {FLAVORS.map((flavor) => (
                <Credential
                  key={flavor}
                  name={t("settings.sandbox_bearer", { flavor: flavor.toUpperCase() })}
                  created_at={credentials.find((one) => one.flavor === flavor)?.created_at ?? null}
                  issue={() => issueSandbox(flavor)}
                  end={() => endSandbox(flavor)}
                />
              ))}
            </>
          ) : (
            <Note>{t("settings.sandbox_impossible")}</Note>
          )
        }
      </Loaded>
    </Section>
  )
}
