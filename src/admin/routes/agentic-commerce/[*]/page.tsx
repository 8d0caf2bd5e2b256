import { useParams } from "react-router-dom"
import { Crumb } from "../../../components/common/crumb"
import { LISTS } from "../../../components/common/lists"
import { NotFound } from "../../../components/common/not-found"
import { Page } from "../../../components/common/page"
import { Section } from "../../../components/common/section"
import { useText } from "../../../i18n/use-text"

/** The page for unknown URLs of the plugin, with a link to the matching list or to the overview. */
export default function UnknownPage() {
  const t = useText()
  const [area = ""] = (useParams()["*"] ?? "").split("/")
  const list = LISTS.find(({ to }) => to.endsWith(`/${area}`))
  return (
    <Page>
      <Section level="h1" title={t("common.not_found")}>
        <NotFound list={list ?? { to: "/agentic-commerce", name: "overview.title" }} />
      </Section>
    </Page>
  )
}

export const handle = { breadcrumb: () => <Crumb text="common.not_found" /> }
