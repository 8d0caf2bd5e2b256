import { type Consent, revokeConsent, useConsents } from "../../api/agents"
import { useText } from "../../i18n/use-text"
import type { Column } from "../common/table-props"
import { PersonName } from "../common/person-name"
import { Rows } from "../common/rows"
import { Section } from "../common/section"
import { When } from "../common/when"
import { Wrapped } from "../common/wrapped"
import { Mandates } from "./mandates"
import { RevokeButton } from "./revoke-button"
import { Scopes } from "./scopes"

/** The people who gave an agent consent, and its scopes. Each consent can be revoked by itself. */
export function Consents({ client_id }: { readonly client_id: string }) {
  const t = useText()
  const columns: Column<Consent>[] = [
    { title: t("agents.person"), cell: ({ actor }) => <PersonName of={actor} />, share: 25 },
    { title: t("agents.scopes"), cell: (consent) => <Allowed of={consent} /> },
    { title: t("agents.granted"), cell: ({ created_at }) => <When at={created_at} /> },
    {
      title: t("common.actions"),
      share: 30,
      cell: ({ id, revoked_at, revoked_reason }) =>
        revoked_at ? (
          <Wrapped>
            {t.of("states", "revoked")} <When at={revoked_at} />
            {revoked_reason && ` · ${revoked_reason}`}
          </Wrapped>
        ) : (
          <RevokeButton
            label={t("agents.revoke_consent")}
            title={t("agents.revoke_consent_title")}
            about={t("agents.revoke_consent_about")}
            done={t("agents.consent_revoked")}
            revoke={(reason) => revokeConsent(client_id, id, reason)}
          />
        ),
    },
  ]
  return (
    <Section title={t("agents.consents")} about={t("agents.consents_about")}>
      <Rows
        label={t("agents.consents")}
        of={useConsents(client_id)}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ title: t("agents.no_consents"), about: t("agents.no_consents_about") }}
      />
    </Section>
  )
}

function Allowed({ of: { scopes, authorization_details } }: { readonly of: Consent }) {
  return (
    <>
      <Scopes of={scopes} is_cell />
      <Mandates of={authorization_details} />
    </>
  )
}
