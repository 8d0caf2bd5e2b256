import type { TestStep as Step } from "../../../modules/policy/models/test-run"
import type { Wire } from "../../api/wire"
import { useText } from "../../i18n/use-text"
import { State } from "../common/state"
import { AddressLink } from "../common/text-link"
import { useCheckText } from "./use-check-text"

/** One step of a test run: its result, and advice after a failure. */
export function TestStep({ step }: { readonly step: Wire<Step> }) {
  const t = useText()
  const checkText = useCheckText()
  const { id, state, code = "", message, advice, data = {}, ms } = step
  const textOf = (name: string) => checkText(`test_${name}`, data) ?? checkText(name, data)
  return (
    <li className="txt-small flex flex-col gap-1 px-6 py-3 sm:flex-row sm:gap-4">
      <div className="flex items-start justify-between gap-2 sm:w-1/3 sm:flex-none">
        <span className="font-medium">{t.of("diagnostics", `step_${id}`)}</span>
        <State state={state} />
      </div>
      <div className="min-w-0 flex-1 break-words">
        {message && <p>{textOf(code) ?? message}</p>}
        {code === "approve_at_bank" && state === "running" && <AddressLink url={String(data.url)} />}
        {advice && <p className="text-ui-fg-subtle">→ {textOf(`${code}_advice`) ?? advice}</p>}
        {ms !== null && <p className="text-ui-fg-subtle tabular-nums">{t("diagnostics.took", { ms })}</p>}
      </div>
    </li>
  )
}
