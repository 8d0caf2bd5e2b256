import { Button } from "@medusajs/ui"
import { useState } from "react"
import { type Agent, approve, renewSecret, revoke } from "../../api/agents"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { SecretOnce } from "../common/secret-once"
import { useConfirm } from "../common/use-confirm"
import { RevokeButton } from "./revoke-button"

/** The actions on an agent: approve it, issue a new secret, revoke it. */
export function AgentActions({ of: { id, status, approved_at, auth_method } }: { readonly of: Agent }) {
  const t = useText()
  const confirm = useConfirm()
  const [secret, setSecret] = useState<string | null>(null)
  const isPending = status === "pending"
  const letBegin = useChange(() => approve(id), { done: t("agents.approved") })
  const renew = useChange(() => renewSecret(id), {
    done: t("agents.secret_made"),
    onDone: ({ client_secret }) => setSecret(client_secret),
  })
  const askAndRenew = async () => {
    const question = {
      title: t("agents.secret_title"),
      about: t("agents.secret_about"),
      action: t("agents.secret"),
    }
    if (await confirm(question)) renew.mutate(undefined)
  }
  const askAndApprove = async () => {
    const question = {
      title: t("agents.approve_title"),
      about: t(isPending ? "agents.approve_pending_about" : "agents.approve_about"),
      action: t("agents.approve"),
      is_harmless: true,
    }
    if (await confirm(question)) letBegin.mutate(undefined)
  }
  if (status === "revoked") return null
  return (
    <>
      {approved_at === null && (
        <Button
          size="small"
          variant={isPending ? "primary" : "secondary"}
          isLoading={letBegin.isPending}
          onClick={() => void askAndApprove()}
        >
          {t(isPending ? "agents.approve" : "agents.approve_for_holds")}
        </Button>
      )}
      {auth_method.startsWith("client_secret") && (
        <Button
          size="small"
          variant="secondary"
          isLoading={renew.isPending}
          onClick={() => void askAndRenew()}
        >
          {t("agents.secret")}
        </Button>
      )}
      <RevokeButton
        label={t("agents.revoke")}
        title={t("agents.revoke_title")}
        about={t("agents.revoke_about")}
        done={t("agents.revoked")}
        is_loud
        revoke={(reason) => revoke(id, reason)}
      />
      <SecretOnce title={t("agents.secret_new")} secret={secret} close={() => setSecret(null)} />
    </>
  )
}
