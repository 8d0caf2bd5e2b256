import { Button, Hint, Text } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"

interface Props {
  readonly changed: number
  /** Whether nothing was saved because fields have errors. */
  readonly has_errors: boolean
  readonly is_busy: boolean
  /** Why saving failed, except for errors that fields show. */
  readonly refusal: string | undefined
  save(): void
  discard(): void
}

/** The bar at the bottom of the window while there are unsaved changes: their number, Save and Discard. */
export function ChangesBar({ changed, has_errors, is_busy, refusal, save, discard }: Props) {
  const t = useText()
  const problem = refusal ?? (has_errors ? t("settings_page.not_saved") : undefined)
  if (!changed) return null
  return (
    <div
      role="region"
      aria-label={t("settings_page.changes")}
      className="bg-ui-bg-base shadow-elevation-flyout sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 rounded-lg px-6 py-3"
    >
      <div className="min-w-0 flex-1 basis-40 break-words" role={problem ? "alert" : "status"}>
        <Text size="small" weight="plus">
          {t("settings_page.unsaved", { count: changed })}
        </Text>
        {problem && <Hint variant="error">{problem}</Hint>}
      </div>
      <Button size="small" variant="secondary" disabled={is_busy} onClick={discard}>
        {t("settings_page.discard")}
      </Button>
      <Button size="small" isLoading={is_busy} onClick={save}>
        {t("common.save")}
      </Button>
    </div>
  )
}
