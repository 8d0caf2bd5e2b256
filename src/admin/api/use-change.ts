import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useText } from "../i18n/use-text"
import { KEPT, keyOf } from "./use-one"

/** What is said, and whether it is no success. */
export interface Said {
  readonly text: string
  readonly tone: "success" | "info" | "warning"
}

/** How the person is told what came of it. */
interface Told<Output> {
  /** Said when it is done, perhaps by what came of it. */
  readonly done: string | ((output: Output) => string | Said)
  /** Said in the place of the server's sentence when it has failed; undefined for that sentence. */
  failed?(error: Error): string | undefined
  /** What was read at this path takes over the members of the answer at once, before it is read anew. */
  readonly path?: string
  onDone?(output: Output): void
  /** Whoever asks shows a failure, the `error` of what is returned, beside a field: it is not told besides. */
  readonly shows_failure?: boolean
}

/** Something that changes the store. Whatever came of it, every page reads anew what it shows, and nobody waits for that. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { done, failed, path, onDone, shows_failure = false }: Told<Output>
) {
  const t = useText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (output: Output) => {
      if (path) queries.setQueryData<object>(keyOf(path), (known) => known && { ...known, ...output })
      const said = typeof done === "string" ? done : done(output)
      const { text, tone }: Said = typeof said === "string" ? { text: said, tone: "success" } : said
      toast[tone](text)
      onDone?.(output)
    },
    onError: (error: Error) =>
      shows_failure || toast.error(t("common.failed"), { description: failed?.(error) ?? error.message }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [KEPT] }),
  })
}
