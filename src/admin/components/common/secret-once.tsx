import { Button, Code, Copy, Prompt } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { useFocusBack } from "./use-focus-back"

interface Props {
  readonly title: string
  /** Null when there is no secret to show. */
  readonly secret: string | null
  /** Called when the user has copied it; it is not shown again. */
  close(): void
}

/** A new secret to copy. Only its button closes the prompt, because the secret is not shown again. */
export function SecretOnce({ title, secret, close }: Props) {
  const t = useText()
  const isOpen = secret !== null
  const restoreFocus = useFocusBack(isOpen)
  return (
    <Prompt open={isOpen} variant="confirmation">
      <Prompt.Content onCloseAutoFocus={restoreFocus}>
        <Prompt.Header>
          <Prompt.Title>{title}</Prompt.Title>
          <Prompt.Description>{t("common.secret_once")}</Prompt.Description>
        </Prompt.Header>
        <div className="flex items-center gap-2 px-6 pt-4">
          <Code className="min-w-0 break-all">{secret}</Code>
          <Copy content={secret ?? ""} aria-label={t("common.copy")} />
        </div>
        <Prompt.Footer>
          <Button size="small" onClick={close}>
            {t("common.close")}
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
