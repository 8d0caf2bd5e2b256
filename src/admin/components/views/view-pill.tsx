import { XMarkMini } from "@medusajs/icons"
import { clx, IconButton } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { SavedView } from "../../../domain/saved-view"
import { useChange } from "../../api/use-change"
import { deleteView } from "../../api/views"
import { useText } from "../../i18n/use-text"
import { useConfirm } from "../common/use-confirm"

interface Props {
  readonly of: SavedView
  /** Whether the list shows exactly this view. */
  readonly is_shown: boolean
}

/** A saved view: a link to the list as it was saved, and the button that deletes it after a confirmation. */
export function ViewPill({ of, is_shown }: Props) {
  const t = useText()
  const confirm = useConfirm()
  const { mutate, isPending } = useChange(deleteView, { done: t("views.deleted") })
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t("views.delete_title", { name: of.name }),
      about: t("views.delete_about"),
      action: t("views.delete_action"),
    })
    if (isConfirmed) mutate(of)
  }
  return (
    <span
      className={clx(
        "border-ui-border-base inline-flex min-w-0 max-w-full items-center gap-1 rounded-full border py-0.5 pl-3 pr-1",
        is_shown && "bg-ui-bg-base-pressed"
      )}
    >
      <Link
        to={{ search: searchOf(of) }}
        aria-current={is_shown ? "true" : undefined}
        className="txt-compact-small-plus focus-visible:shadow-borders-focus min-w-0 truncate rounded outline-none"
      >
        {of.name}
      </Link>
      <IconButton
        size="2xsmall"
        variant="transparent"
        aria-label={t("views.delete", { name: of.name })}
        disabled={isPending}
        onClick={() => void ask()}
      >
        <XMarkMini />
      </IconButton>
    </span>
  )
}

const searchOf = ({ filters, order }: SavedView): string =>
  new URLSearchParams({ ...filters, ...(order && { order }) }).toString()
