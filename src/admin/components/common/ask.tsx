import { Button, Prompt } from "@medusajs/ui"
import type { FormEvent, ReactNode } from "react"
import { useText } from "../../i18n/use-text"
import { useFocusBack } from "./use-focus-back"

interface Props {
  readonly title: string
  /** What will happen, and what will not. */
  readonly about: string
  /** What the button says that does it. */
  readonly action: string
  readonly is_harmless?: boolean
  /** False while something is missing, or wrong, that has to be filled in. */
  readonly is_ready?: boolean
  /** It is being done: until it is over, nothing is sent again and the prompt stays. */
  readonly is_busy: boolean
  /** Why it was not done. */
  readonly refusal?: string | undefined
  /** What is to be filled in. */
  readonly children?: ReactNode
  submit(): void
  close(): void
}

/** A question with a form, mounted while it is asked. Escape leaves it, and the focus goes back to where it was. */
export function Ask(props: Props) {
  const { title, about, action, is_harmless = false, is_ready = true, is_busy, refusal, children } = props
  const t = useText()
  const giveFocusBack = useFocusBack()
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
      <Prompt.Content onCloseAutoFocus={giveFocusBack}>
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
