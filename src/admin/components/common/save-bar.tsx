import { Button, Hint, Text } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"

interface Props {
  readonly is_changed: boolean
  readonly is_busy: boolean
  /** Why saving failed, except for errors that fields show. */
  readonly refusal?: string | undefined
  discard(): void
}

/** The end of a form: shows unsaved changes, with buttons to save or discard them. */
export function SaveBar({ is_changed, is_busy, refusal, discard }: Props) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 px-6 py-4">
      <div className="min-w-0 flex-1 break-words" role={refusal ? "alert" : "status"}>
        {refusal ? (
          <Hint variant="error">{refusal}</Hint>
        ) : (
          is_changed && (
            <Text size="small" weight="plus">
              {t("common.unsaved")}
            </Text>
          )
        )}
      </div>
      <Button size="small" variant="secondary" type="button" disabled={!is_changed} onClick={discard}>
        {t("common.cancel")}
      </Button>
      <Button size="small" type="submit" disabled={!is_changed} isLoading={is_busy}>
        {t("common.save")}
      </Button>
    </div>
  )
}
