import { Badge, Button } from "@medusajs/ui"
import { type DocumentStatus, useDocuments } from "../../api/checkup"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"

/** The documents by which agents find what the store offers, and how each answers now. */
export function Documents() {
  const t = useText()
  const documents = useDocuments()
  return (
    <Section
      title={t("checkup.documents")}
      about={t("checkup.documents_about")}
      actions={<Again of={documents} />}
    >
      <Loaded of={documents}>
        {(answer) => (
          <Facts>
            {answer.documents.map((document) => (
              <Fact key={document.id} name={t.of("checkup", `document_${document.id}`)}>
                <Answering {...document} />
              </Fact>
            ))}
          </Facts>
        )}
      </Loaded>
    </Section>
  )
}

/** Looks again. */
export function Again({ of }: { readonly of: { readonly isFetching: boolean; refetch(): unknown } }) {
  const t = useText()
  return (
    <Button size="small" variant="secondary" isLoading={of.isFetching} onClick={() => void of.refetch()}>
      {t("checkup.again")}
    </Button>
  )
}

function Answering({ url, status, ok, ms, needs_token }: DocumentStatus) {
  const t = useText()
  const said = ok
    ? t("checkup.answers", { ms })
    : status === 503
      ? t("checkup.is_off")
      : t("checkup.answers_wrong", { status: status ?? "–" })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge size="2xsmall" color={ok ? "green" : status === 503 ? "grey" : "red"}>
        {said}
      </Badge>
      {needs_token && <Badge size="2xsmall">{t("checkup.needs_token")}</Badge>}
      <a className="text-ui-fg-base min-w-0 break-all underline" href={url} target="_blank" rel="noreferrer">
        {url}
      </a>
    </div>
  )
}
