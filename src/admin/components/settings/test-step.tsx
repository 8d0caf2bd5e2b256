import type { TestStep as Step } from "../../../modules/policy/models/test-run"
import type { Wire } from "../../api/wire"
import { useText } from "../../i18n/use-text"
import { State } from "../common/state"
import { AddressLink } from "../common/text-link"
import { useTold } from "./use-response"

/** One step of a test run: its result, and advice after a failure. */
export function TestStep({ step }: { readonly step: Wire<Step> }) {
  const t = useText()
  const told = useTold()
  const { id, state, code = "", message, advice, data = {}, ms } = step
  const tell = (name: string) => told(`test_${name}`, data) ?? told(name, data)
  return (
    <li className="txt-small flex flex-col gap-1 px-6 py-3 sm:flex-row sm:gap-4">
      <div className="flex items-start justify-between gap-2 sm:w-1/3 sm:flex-none">
        <span className="font-medium">{t.of("checkup", `step_${id}`)}</span>
        <State state={state} />
      </div>
      <div className="min-w-0 flex-1 break-words">
        {message && <p>{tell(code) ?? message}</p>}
        {code === "approve_at_bank" && state === "running" && <AddressLink url={String(data.url)} />}
        {advice && <p className="text-ui-fg-subtle">→ {tell(`${code}_advice`) ?? advice}</p>}
        {ms !== null && <p className="text-ui-fg-subtle tabular-nums">{t("checkup.took", { ms })}</p>}
      </div>
    </li>
  )
}
