import type { Settings, SettingsChange } from "../../../modules/policy/models/settings"
import { changeSettings, SETTINGS_PATH, useSettings } from "../../api/settings"
import type { Wire } from "../../api/wire"
import { DraftForm, type Drafting } from "../common/draft-form"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"

interface Props<Draft> extends Drafting<Wire<Settings>, Draft, SettingsChange> {
  readonly title: string
  readonly about: string
}

/** A section of settings with its own save button. */
export function SettingsForm<Draft extends object>({ title, about, ...drafting }: Props<Draft>) {
  return (
    <Section title={title} about={about}>
      <Loaded of={useSettings()}>
        {({ settings }) => (
          <DraftForm
            {...drafting}
            label={title}
            saved={settings}
            path={SETTINGS_PATH}
            save={(change: SettingsChange) => changeSettings(change)}
          />
        )}
      </Loaded>
    </Section>
  )
}
