import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useText } from "../i18n/use-text"
import { QUERY_ROOT, keyOf } from "./use-one"

/** A message, and its tone when it is not a success. */
export interface ToastMessage {
  readonly text: string
  readonly tone: "success" | "info" | "warning"
}

/** How the user is notified of the result. */
interface ChangeOptions<Output> {
  /** The message after success; may depend on the result. */
  readonly done: string | ((output: Output) => string | ToastMessage)
  /** The message after a failure; undefined for the server's own message. */
  failed?(error: Error): string | undefined
  /** The cached response at this path gets the members of the result at once, before it is refetched. */
  readonly path?: string
  onDone?(output: Output): void
  /** The caller shows the returned `error` next to a field, so there is no toast for it. */
  readonly shows_failure?: boolean
}

/** A mutation of the store. Afterwards, successful or not, every page refetches its data, without blocking the user. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { done, failed, path, onDone, shows_failure = false }: ChangeOptions<Output>
) {
  const t = useText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (output: Output) => {
      if (path) queries.setQueryData<object>(keyOf(path), (known) => known && { ...known, ...output })
      const result = typeof done === "string" ? done : done(output)
      const { text, tone }: ToastMessage =
        typeof result === "string" ? { text: result, tone: "success" } : result
      toast[tone](text)
      onDone?.(output)
    },
    onError: (error: Error) =>
      shows_failure || toast.error(t("common.failed"), { description: failed?.(error) ?? error.message }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [QUERY_ROOT] }),
  })
}
