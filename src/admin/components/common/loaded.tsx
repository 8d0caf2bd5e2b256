import { Button, Skeleton, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useText } from "../../i18n/use-text"

interface Failure {
  readonly error: Error
  /** What was read before is shown beside it. */
  readonly is_old?: boolean
  again(): void
}

/** That something cannot be shown, or not as it is now, why, and a way to try again. */
export function Failed({ error, is_old = false, again }: Failure) {
  const t = useText()
  return (
    <div role="alert" className="flex flex-col items-start gap-2 px-6 py-4">
      <Text weight="plus">{t(is_old ? "common.may_be_old" : "common.cannot_load")}</Text>
      <Text size="small" className="text-ui-fg-subtle break-words">
        {error.message}
      </Text>
      <Button size="small" variant="secondary" onClick={again}>
        {t("common.retry")}
      </Button>
    </div>
  )
}

/** The place of what is still being read. */
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

export interface Read<T> {
  readonly data: T | undefined
  readonly error: Error | null
  refetch(): unknown
}

/** What was read, and above it why it cannot be read again; before that its place, and in its stead why it cannot be had. */
export function Loaded<T>({ of, children }: { readonly of: Read<T>; children(data: T): ReactNode }) {
  const is_old = of.data !== undefined
  const failed = of.error && <Failed error={of.error} is_old={is_old} again={() => void of.refetch()} />
  if (of.data === undefined) return failed ?? <Loading />
  return (
    <>
      {failed}
      {children(of.data)}
    </>
  )
}
