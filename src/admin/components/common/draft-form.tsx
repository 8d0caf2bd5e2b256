import { type FormEvent, type ReactNode, useState } from "react"
import { pathsIn, type Refusal, refusalIn } from "../../api/refusal"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { SaveBar } from "./save-bar"

/** The state of fields while they are edited. */
export interface Editing<Draft> {
  readonly draft: Draft
  edit(change: Partial<Draft>): void
  /** The server's errors from the last attempt to save. */
  readonly refusal: Refusal
}

/** How saved data is converted to fields, and fields to a change. */
export interface Drafting<Saved, Draft, Change> {
  draftOf(saved: Saved): Draft
  changeOf(draft: Draft): Change
  /** Whether a draft can be sent; by default always. If it cannot, the fields show why. */
  canSave?(draft: Draft): boolean
  /** The members whose fields show their own errors. All other errors are shown below the fields. */
  readonly shows?: readonly string[]
  children(editing: Editing<Draft>): ReactNode
}

interface Props<Saved, Draft, Change> extends Drafting<Saved, Draft, Change> {
  readonly label: string
  readonly saved: Saved
  /** The API path it was read from. The response to saving replaces the cached data there. */
  readonly path: string
  save(change: Change): Promise<object>
}

/**
 * A form whose fields are saved together. It shows unsaved changes, and after an error the input stays so that it can
 * be corrected.
 */
export function DraftForm<Saved, Draft extends object, Change>(props: Props<Saved, Draft, Change>) {
  const { label, saved, path, save, draftOf, changeOf, canSave, shows = [], children } = props
  const t = useText()
  const [edited, setEdited] = useState<Draft | null>(null)
  const before = draftOf(saved)
  const draft = edited ?? before
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before)
  const change = useChange(save, {
    done: t("common.saved"),
    path,
    shows_failure: true,
    onDone: () => setEdited(null),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave?.(draft) ?? true) change.mutate(changeOf(draft))
  }
  const discard = () => {
    setEdited(null)
    change.reset()
  }
  const edit = (part: Partial<Draft>) => setEdited({ ...draft, ...part })
  const refusal = refusalIn(change.error)
  return (
    <form onSubmit={submit} aria-label={label} noValidate className="divide-y">
      {children({ draft, edit, refusal })}
      <SaveBar
        is_changed={isChanged}
        is_busy={change.isPending}
        refusal={isShown(refusal, shows) ? undefined : change.error?.message}
        discard={discard}
      />
    </form>
  )
}

/** Whether the fields show every error. */
export function isShown(refusal: Refusal, shows: readonly string[]): boolean {
  const shown = shows.flatMap((member) => pathsIn(refusal, member))
  return refusal.size > 0 && shown.length === refusal.size
}
