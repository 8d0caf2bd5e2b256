import { Drawer, IconButton } from "@medusajs/ui"
import { XMark } from "@medusajs/icons"
import type { ReactNode } from "react"
import { useText } from "../../i18n/use-text"
import { useFocusBack } from "../common/use-focus-back"

interface Props {
  readonly title: string
  /** Buttons at the bottom. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  close(): void
}

/** A side panel over the page, which scrolls when its content is long. */
export function Side({ title, actions, children, close }: Props) {
  const t = useText()
  const restoreFocus = useFocusBack()
  return (
    <Drawer open onOpenChange={(is_open) => is_open || close()}>
      <Drawer.Content aria-describedby={undefined} onCloseAutoFocus={restoreFocus}>
        <div className="flex items-start justify-between gap-4 border-b px-6 py-4">
          <Drawer.Title className="min-w-0 break-words">{title}</Drawer.Title>
          <Drawer.Close asChild>
            <IconButton size="small" variant="transparent" aria-label={t("common.close")}>
              <XMark />
            </IconButton>
          </Drawer.Close>
        </div>
        <div className="flex-1 divide-y overflow-y-auto" tabIndex={0} role="region" aria-label={title}>
          {children}
        </div>
        {actions && <div className="flex justify-end gap-2 border-t px-6 py-4">{actions}</div>}
      </Drawer.Content>
    </Drawer>
  )
}
