import { type FormEvent, useContext, useEffect, useState } from "react"
import type { Settings, SettingsChange } from "../../../modules/policy/models/settings"
import { useSettings } from "../../api/settings"
import type { Wire } from "../../api/wire"
import type { Drafting } from "../common/draft-form"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { changedFields } from "./changed-fields"
import { SettingsTabContext, useSettingsEditor } from "./settings-editor"

interface Props<Draft> extends Drafting<Wire<Settings>, Draft, SettingsChange> {
  readonly title: string
  readonly about: string
}

/** A section of settings, saved together with the other sections of the page. */
export function SettingsForm<Draft extends object>({ title, about, ...drafting }: Props<Draft>) {
  return (
    <Section title={title} about={about}>
      <Loaded of={useSettings()}>
        {({ settings }) => <SectionFields {...drafting} name={title} saved={settings} />}
      </Loaded>
    </Section>
  )
}

interface FieldsProps<Draft> extends Drafting<Wire<Settings>, Draft, SettingsChange> {
  readonly name: string
  readonly saved: Wire<Settings>
}

function SectionFields<Draft extends object>(props: FieldsProps<Draft>) {
  const { name, saved, draftOf, changeOf, canSave, shows = [], children } = props
  const tab = useContext(SettingsTabContext)
  const { refusal, is_busy, put, save } = useSettingsEditor()
  // Only the edited members, so that a change by a colleague shows in the others and is not undone.
  const [edited, setEdited] = useState<Partial<Draft> | null>(null)
  const before = draftOf(saved)
  const draft: Draft = { ...before, ...edited }
  useEffect(() =>
    put(name, {
      tab,
      shows,
      changed: changedFields(draft, before),
      read: () => ((canSave?.(draft) ?? true) ? changeOf(draft) : undefined),
      settle: () => setEdited((newest) => (newest === edited ? null : newest)),
      discard: () => setEdited(null),
    })
  )
  const edit = (part: Partial<Draft>) => {
    const next = { ...edited, ...part }
    // While the previous edit is saved, the same value as before is an edit, too.
    setEdited(is_busy || changedFields({ ...before, ...next }, before) ? next : null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form onSubmit={submit} aria-label={name} noValidate className="divide-y">
      {children({ draft, edit, refusal })}
      {/* Enter in a field saves only if the form has a submit button. */}
      <button type="submit" hidden />
    </form>
  )
}
