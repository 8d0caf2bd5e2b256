import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useText } from "../i18n/use-text"
import { KEPT } from "./use-one"

/** How the person is told what came of it. */
interface Told<Output> {
  /** Said when it is done, perhaps by what came of it. */
  readonly done: string | ((output: Output) => string)
  onDone?(output: Output): void
  /** Keeps a failure for whoever shows it beside a field, instead of telling it. */
  onFailed?(error: Error): void
}

/** Something that changes the store. Whatever came of it, every page reads anew what it shows. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { done, onDone, onFailed }: Told<Output>
) {
  const t = useText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (output: Output) => {
      toast.success(typeof done === "string" ? done : done(output))
      onDone?.(output)
    },
    onError: (error: Error) =>
      onFailed ? onFailed(error) : toast.error(t("common.failed"), { description: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEPT] }),
  })
}
