import { Text } from "@medusajs/ui"
import { endSandbox, issueSandbox, useSandbox } from "../../api/credentials"
import { changeSettings, SETTINGS_PATH, useSettings } from "../../api/settings"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { Toggle } from "../common/toggle"
import { Credential } from "./credential"

const FLAVORS = ["a2a", "ucp"] as const

/** Bearers for tests on one's own machine. */
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
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("settings.sandbox_impossible")}
            </Text>
          )
        }
      </Loaded>
    </Section>
  )
}
