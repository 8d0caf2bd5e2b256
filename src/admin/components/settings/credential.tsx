import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { SecretOnce } from "../common/secret-once"
import { useConfirm } from "../common/use-confirm"
import { When } from "../common/when"

interface Props {
  readonly name: string
  /** When the current credential was issued; null when there is none. */
  readonly created_at: string | null
  issue(): Promise<{ readonly token: string }>
  end(): Promise<object>
}

/** A store credential of which at most one exists: issued, shown once, replaced and revoked. */
export function Credential({ name, created_at, issue, end }: Props) {
  const t = useText()
  const confirm = useConfirm()
  const [secret, setSecret] = useState<string | null>(null)
  const issuing = useChange(issue, {
    done: t("settings.token_made"),
    onDone: ({ token }) => setSecret(token),
  })
  const ending = useChange(end, { done: t("settings.token_ended") })
  const replace = async () => {
    const question = { title: t("settings.replace_title"), about: t("settings.replace_sure") }
    if (!created_at || (await confirm({ ...question, action: t("settings.replace") })))
      issuing.mutate(undefined)
  }
  const stop = async () => {
    const question = { title: t("settings.end_title", { name }), about: t("settings.end_sure") }
    if (await confirm({ ...question, action: t("settings.end") })) ending.mutate(undefined)
  }
  const making = t(created_at ? "settings.replace" : "settings.make")
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
      <div className="min-w-0">
        <Text size="small" weight="plus">
          {name}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {created_at ? (
            <>
              {t("settings.token_since")} <When at={created_at} />
            </>
          ) : (
            t("common.none")
          )}
        </Text>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          variant="secondary"
          aria-label={`${making}: ${name}`}
          isLoading={issuing.isPending}
          onClick={() => void replace()}
        >
          {making}
        </Button>
        {created_at && (
          <Button
            size="small"
            variant="danger"
            aria-label={`${t("settings.end")}: ${name}`}
            isLoading={ending.isPending}
            onClick={() => void stop()}
          >
            {t("settings.end")}
          </Button>
        )}
      </div>
      <SecretOnce title={name} secret={secret} close={() => setSecret(null)} />
    </div>
  )
}
