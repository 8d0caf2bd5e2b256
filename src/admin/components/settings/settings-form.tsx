import { Button, Hint, Text } from "@medusajs/ui"
import { type FormEvent, type ReactNode, useState } from "react"
import type { Settings, SettingsChange } from "../../../modules/policy/models/settings"
import { pathsIn, type Refusal, refusalIn } from "../../api/refusal"
import { changeSettings, SETTINGS_PATH, useSettings } from "../../api/settings"
import { useChange } from "../../api/use-change"
import type { Wire } from "../../api/wire"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"

/** A section's fields while they are edited. */
export interface Editing<Draft> {
  readonly draft: Draft
  edit(change: Partial<Draft>): void
  /** What the server has said of the fields when they were saved last. */
  readonly refusal: Refusal
}

interface Props<Draft> {
  readonly title: string
  readonly about: string
  /** The fields as the saved settings have them. */
  draftOf(settings: Wire<Settings>): Draft
  changeOf(draft: Draft): SettingsChange
  /** The members whose fields show what is refused of them; what is refused of any other is told below the fields. */
  readonly shows?: readonly string[]
  children(editing: Editing<Draft>): ReactNode
}

/** A section of settings that is saved by itself: what is not saved yet is told, and what is refused stays to be mended. */
export function SettingsForm<Draft extends object>(props: Props<Draft>) {
  const { title, about } = props
  return (
    <Section title={title} about={about}>
      <Loaded of={useSettings()}>{({ settings }) => <Form {...props} settings={settings} />}</Loaded>
    </Section>
  )
}

const NONE: Refusal = new Map()

function Form<Draft extends object>(props: Props<Draft> & { readonly settings: Wire<Settings> }) {
  const { title, settings, draftOf, changeOf, shows = [], children } = props
  const t = useText()
  const [edited, setEdited] = useState<Draft | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const saved = draftOf(settings)
  const draft = edited ?? saved
  const is_dirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const change = useChange(changeSettings, {
    done: t("common.saved"),
    path: SETTINGS_PATH,
    onDone() {
      setEdited(null)
      setError(null)
    },
    onFailed: setError,
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(changeOf(draft))
  }
  const refusal = error ? refusalIn(error) : NONE
  const shown = shows.flatMap((member) => pathsIn(refusal, member))
  const is_shown = refusal.size > 0 && shown.length === refusal.size
  const edit = (part: Partial<Draft>) => setEdited({ ...draft, ...part })
  const discard = () => {
    setEdited(null)
    setError(null)
  }
  return (
    <form onSubmit={save} aria-label={title} noValidate>
      <div className="flex flex-col gap-4 px-6 py-4">{children({ draft, edit, refusal })}</div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-t px-6 py-4">
        <div className="min-w-0 flex-1" role="status">
          {error && !is_shown ? <Hint variant="error">{error.message}</Hint> : <Unsaved is={is_dirty} />}
        </div>
        <Button size="small" variant="secondary" type="button" disabled={!is_dirty} onClick={discard}>
          {t("common.cancel")}
        </Button>
        <Button size="small" type="submit" disabled={!is_dirty} isLoading={change.isPending}>
          {t("common.save")}
        </Button>
      </div>
    </form>
  )
}

function Unsaved({ is }: { readonly is: boolean }) {
  const t = useText()
  if (!is) return null
  return (
    <Text size="small" weight="plus">
      {t("common.unsaved")}
    </Text>
  )
}
