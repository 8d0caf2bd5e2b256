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

/** A credential of the store, at most one: staff issue it, see it once, replace it and revoke it. */
export function Credential({ name, created_at, issue, end }: Props) {
  const t = useText()
  const confirm = useConfirm()
  const [secret, setSecret] = useState<string | null>(null)
  const issuing = useChange(issue, {
    done: t("settings.credential_created"),
    onDone: ({ token }) => setSecret(token),
  })
  const ending = useChange(end, { done: t("settings.credential_deleted") })
  const replace = async () => {
    const question = { title: t("settings.replace_title", { name }), about: t("settings.replace_sure") }
    if (!created_at || (await confirm({ ...question, action: t("settings.replace") })))
      issuing.mutate(undefined)
  }
  const endCredential = async () => {
    const question = { title: t("settings.delete_title", { name }), about: t("settings.delete_sure") }
    if (await confirm({ ...question, action: t("settings.delete") })) ending.mutate(undefined)
  }
  const issueLabel = t(created_at ? "settings.replace" : "settings.create")
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
      <div className="min-w-0">
        <Text size="small" weight="plus">
          {name}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {created_at ? (
            <>
              {t("settings.credential_created_on")} <When at={created_at} />
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
          aria-label={`${issueLabel}: ${name}`}
          isLoading={issuing.isPending}
          onClick={() => void replace()}
        >
          {issueLabel}
        </Button>
        {created_at && (
          <Button
            size="small"
            variant="danger"
            aria-label={`${t("settings.delete")}: ${name}`}
            isLoading={ending.isPending}
            onClick={() => void endCredential()}
          >
            {t("settings.delete")}
          </Button>
        )}
      </div>
      <SecretOnce title={name} secret={secret} close={() => setSecret(null)} />
    </div>
  )
}
