import type { ChecklistItem, CheckResult } from "../../../domain/diagnostics"
import { useChecklist } from "../../api/diagnostics"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { Advice } from "./advice"
import { RefreshButton } from "./again"
import { StepRow } from "./step-row"
import { TestStore } from "./test-store"
import { useCheckText } from "./use-check-text"

/** The steps to complete before agents connect, with the store's progress. The last one tests the store. */
export function Checklist() {
  const t = useText()
  const checklist = useChecklist()
  return (
    <Section
      title={t("diagnostics.checklist")}
      about={t("diagnostics.checklist_about")}
      actions={<RefreshButton of={checklist} />}
    >
      <Loaded of={checklist}>
        {({ items }) => (
          <ol className="divide-y">
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
            <TestStore />
          </ol>
        )}
      </Loaded>
    </Section>
  )
}

function Item({ item: { id, state, findings } }: { readonly item: ChecklistItem }) {
  const t = useText()
  return (
    <li>
      <StepRow name={t.of("diagnostics", `item_${id}`)} state={state}>
        <ul>
          {findings.map((finding) => (
            <CheckLine key={`${finding.code} ${finding.text}`} of={id} finding={finding} />
          ))}
        </ul>
      </StepRow>
    </li>
  )
}

function CheckLine({ of, finding }: { readonly of: string; readonly finding: CheckResult }) {
  const checkText = useCheckText()
  const { code = "", data = {}, text, advice, level } = finding
  const name = ["not_checked", "broken"].includes(code) ? `any_${code}` : `${of}_${code}`
  return (
    <li>
      <p>{checkText(name, data) ?? text}</p>
      {level !== "ok" && advice && (
        <Advice of={name} text={checkText(`${name}_advice`, data) ?? advice} address={data.address} />
      )}
    </li>
  )
}
