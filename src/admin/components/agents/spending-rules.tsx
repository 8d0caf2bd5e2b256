import type { Agent } from "../../api/agents"
import { useText } from "../../i18n/use-text"
import { Section } from "../common/section"
import { SpendingForm } from "./spending-form"

/** An agent's spending limits, and the amounts that need the merchant's approval. */
export function SpendingRules({ of: agent }: { readonly of: Agent }) {
  const t = useText()
  return (
    <Section title={t("spending.title")} about={t("spending.about")}>
      <SpendingForm key={agent.id} of={agent} />
    </Section>
  )
}
