import { Button, Skeleton, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useText } from "../../i18n/use-text"

interface Failure {
  readonly error: Error
  /** Whether previously loaded data is shown next to the error. */
  readonly is_old?: boolean
  refetch(): void
}

/** An error that data cannot be loaded or refreshed, with the reason and a retry button. */
export function Failed({ error, is_old = false, refetch }: Failure) {
  const t = useText()
  return (
    <div role="alert" className="flex flex-col items-start gap-2 px-6 py-4">
      <Text weight="plus">{t(is_old ? "common.may_be_old" : "common.cannot_load")}</Text>
      <Text size="small" className="text-ui-fg-subtle break-words">
        {error.message}
      </Text>
      <Button size="small" variant="secondary" onClick={refetch}>
        {t("common.retry")}
      </Button>
    </div>
  )
}

/** The placeholder of data that is still loading. */
export function Loading({ lines = 3 }: { readonly lines?: number }) {
  const t = useText()
  return (
    <div role="status" aria-label={t("common.loading")} className="flex flex-col gap-3 px-6 py-4">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="h-5 w-full" />
      ))}
    </div>
  )
}

/** A response that is loading, has loaded, or failed to load. */
export interface Read<T> {
  readonly data: T | undefined
  readonly error: Error | null
  refetch(): unknown
}

/** The loaded data, with a refresh error above it; before that a placeholder, or the error why it cannot be loaded. */
export function Loaded<T>({ of, children }: { readonly of: Read<T>; children(data: T): ReactNode }) {
  const is_old = of.data !== undefined
  const failed = of.error && <Failed error={of.error} is_old={is_old} refetch={() => void of.refetch()} />
  if (of.data === undefined) return failed ?? <Loading />
  return (
    <>
      {failed}
      {children(of.data)}
    </>
  )
}
