import { Text } from "@medusajs/ui"
import type { ChecklistItem, CheckResult } from "../../../domain/diagnostics"
import { useChecklist } from "../../api/diagnostics"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { State } from "../common/state"
import { RefreshButton } from "./again"
import { useCheckText } from "./use-check-text"

/** The checklist to complete before agents connect, with the store's progress. */
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
          </ol>
        )}
      </Loaded>
    </Section>
  )
}

function Item({ item: { id, state, findings } }: { readonly item: ChecklistItem }) {
  const t = useText()
  return (
    <li className="flex flex-col gap-1 px-6 py-3 sm:flex-row sm:gap-4">
      <div className="flex items-start justify-between gap-2 sm:w-1/3 sm:flex-none">
        <Text size="small" weight="plus">
          {t.of("diagnostics", `item_${id}`)}
        </Text>
        <State state={state} />
      </div>
      <ul className="min-w-0 flex-1">
        {findings.map((finding) => (
          <CheckLine key={`${finding.code} ${finding.text}`} of={id} finding={finding} />
        ))}
      </ul>
    </li>
  )
}

function CheckLine({ of, finding }: { readonly of: string; readonly finding: CheckResult }) {
  const checkText = useCheckText()
  const { code = "", data = {}, text, advice, level } = finding
  const name = ["not_checked", "broken"].includes(code) ? `any_${code}` : `${of}_${code}`
  return (
    <li className="txt-small break-words">
      <p>{checkText(name, data) ?? text}</p>
      {level !== "ok" && advice && (
        <p className="text-ui-fg-subtle">→ {checkText(`${name}_advice`, data) ?? advice}</p>
      )}
    </li>
  )
}
