import { Button, Prompt } from "@medusajs/ui"
import type { FormEvent, ReactNode } from "react"
import { useText } from "../../i18n/use-text"
import { useFocusBack } from "./use-focus-back"

interface Props {
  readonly title: string
  /** The effects of the action, and what it leaves unchanged. */
  readonly about: string
  /** The label of the button that confirms. */
  readonly action: string
  readonly is_harmless?: boolean
  /** False while a required input is missing or invalid. */
  readonly is_ready?: boolean
  /** The request is running. Until it ends, nothing is sent again and the prompt stays open. */
  readonly is_busy: boolean
  /** Why the request failed. */
  readonly refusal?: string | undefined
  /** The input fields. */
  readonly children?: ReactNode
  submit(): void
  close(): void
}

/** A prompt with a form, mounted while it is open. Escape closes it, and the focus returns to its previous element. */
export function FormPrompt(props: Props) {
  const { title, about, action, is_harmless = false, is_ready = true, is_busy, refusal, children } = props
  const t = useText()
  const restoreFocus = useFocusBack()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (is_ready && !is_busy) props.submit()
  }
  return (
    <Prompt
      open
      onOpenChange={(is_open) => is_open || is_busy || props.close()}
      variant={is_harmless ? "confirmation" : "danger"}
    >
      <Prompt.Content onCloseAutoFocus={restoreFocus}>
        <form onSubmit={submit}>
          <Prompt.Header>
            <Prompt.Title>{title}</Prompt.Title>
            <Prompt.Description>{about}</Prompt.Description>
          </Prompt.Header>
          <div className="flex flex-col gap-4 px-6 pt-4">
            {children}
            {refusal && (
              <div role="alert" className="txt-small text-ui-fg-error">
                {refusal}
              </div>
            )}
          </div>
          <Prompt.Footer>
            <Prompt.Cancel type="button" disabled={is_busy}>
              {t("common.cancel")}
            </Prompt.Cancel>
            <Button
              type="submit"
              size="small"
              variant={is_harmless ? "primary" : "danger"}
              isLoading={is_busy}
              disabled={!is_ready}
            >
              {action}
            </Button>
          </Prompt.Footer>
        </form>
      </Prompt.Content>
    </Prompt>
  )
}
