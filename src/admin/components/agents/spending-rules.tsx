import { useSpending } from "../../api/spending"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { SpendingForm } from "./spending-form"

/** How much an agent may spend, and what the merchant has to approve. */
export function SpendingRules({ client_id }: { readonly client_id: string }) {
  const t = useText()
  return (
    <Section title={t("spending.title")} about={t("spending.about")}>
      <Loaded of={useSpending(client_id)}>
        {({ client: { spending } }) => (
          // What another page has saved begins the form anew.
          <SpendingForm key={JSON.stringify(spending)} client_id={client_id} spending={spending} />
        )}
      </Loaded>
    </Section>
  )
}
