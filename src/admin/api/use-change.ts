import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useText } from "../i18n/use-text"
import { KEPT, keyOf } from "./use-one"

/** How the person is told what came of it. */
interface Told<Output> {
  /** Said when it is done, perhaps by what came of it. */
  readonly done: string | ((output: Output) => string)
  /** What was read at this path takes over the members of the answer at once, before it is read anew. */
  readonly path?: string
  onDone?(output: Output): void
  /** Keeps a failure for whoever shows it beside a field, instead of telling it. */
  onFailed?(error: Error): void
}

/** Something that changes the store. Whatever came of it, every page reads anew what it shows, and nobody waits for that. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { done, path, onDone, onFailed }: Told<Output>
) {
  const t = useText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (output: Output) => {
      if (path) queries.setQueryData<object>(keyOf(path), (known) => known && { ...known, ...output })
      toast.success(typeof done === "string" ? done : done(output))
      onDone?.(output)
    },
    onError: (error: Error) =>
      onFailed ? onFailed(error) : toast.error(t("common.failed"), { description: error.message }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [KEPT] }),
  })
}
