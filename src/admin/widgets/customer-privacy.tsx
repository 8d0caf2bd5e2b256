import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Section } from "../components/common/section"
import { EraseForm } from "../components/privacy/erase-form"
import { ExportButton } from "../components/privacy/export-button"
import { useText } from "../i18n/use-text"

/** On a customer's page: exports or erases the data that the gateway stores about them. */
export default function CustomerPrivacy({ data }: { readonly data: { readonly id: string } }) {
  const t = useText()
  return (
    <Section title={t("privacy.title")} about={t("privacy.about")} actions={<ExportButton id={data.id} />}>
      <EraseForm id={data.id} />
    </Section>
  )
}

export const config = defineWidgetConfig({ zone: "customer.details.after" })
