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
  /** Whoever asks shows a failure, the `error` of what is returned, beside a field: it is not told besides. */
  readonly shows_failure?: boolean
}

/** Something that changes the store. Whatever came of it, every page reads anew what it shows, and nobody waits for that. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { done, path, onDone, shows_failure = false }: Told<Output>
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
    onError: ({ message }: Error) =>
      shows_failure || toast.error(t("common.failed"), { description: message }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [KEPT] }),
  })
}
