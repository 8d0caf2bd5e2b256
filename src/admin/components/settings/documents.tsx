import { Badge } from "@medusajs/ui"
import type { DocumentStatus } from "../../../domain/diagnostics"
import { useDocuments } from "../../api/diagnostics"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { AddressLink } from "../common/text-link"
import { RefreshButton } from "./again"

/** The discovery documents for agents, and how each currently responds. */
export function Documents() {
  const t = useText()
  const documents = useDocuments()
  return (
    <Section
      title={t("diagnostics.documents")}
      about={t("diagnostics.documents_about")}
      actions={<RefreshButton of={documents} />}
    >
      <Loaded of={documents}>
        {(answer) => (
          <Facts>
            {answer.documents.map((document) => (
              <Fact key={document.id} name={t.of("diagnostics", `document_${document.id}`)}>
                <DocumentResponse {...document} />
              </Fact>
            ))}
          </Facts>
        )}
      </Loaded>
    </Section>
  )
}

function DocumentResponse({ url, status, ok, is_off, ms, needs_token }: DocumentStatus) {
  const t = useText()
  const label = ok
    ? t("diagnostics.answers", { ms })
    : is_off
      ? t("diagnostics.is_off")
      : t("diagnostics.answers_wrong", { status: status ?? "–" })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge size="2xsmall" color={ok ? "green" : is_off ? "grey" : "red"}>
        {label}
      </Badge>
      {needs_token && <Badge size="2xsmall">{t("diagnostics.needs_token")}</Badge>}
      <AddressLink url={url} />
    </div>
  )
}
