import type { TestStep as Step } from "../../../modules/policy/models/test-run"
import type { Wire } from "../../api/wire"
import { useText } from "../../i18n/use-text"
import { AddressLink } from "../common/text-link"
import { Advice } from "./advice"
import { StepRow } from "./step-row"
import { useCheckText } from "./use-check-text"

/** One step of a test run: its result, and advice after a failure. */
export function TestStep({ step }: { readonly step: Wire<Step> }) {
  const t = useText()
  const checkText = useCheckText()
  const { id, state, code = "", message, advice, data = {}, ms } = step
  const textOf = (name: string) => checkText(`test_${name}`, data) ?? checkText(name, data)
  return (
    <li>
      <StepRow name={t.of("diagnostics", `step_${id}`)} state={state}>
        {message && <p>{textOf(code) ?? message}</p>}
        {code === "approve_at_bank" && state === "running" && <AddressLink url={String(data.url)} />}
        {advice && (
          <Advice of={`test_${code}`} text={textOf(`${code}_advice`) ?? advice} address={data.address} />
        )}
        {ms !== null && <p className="text-ui-fg-subtle tabular-nums">{t("diagnostics.took", { ms })}</p>}
      </StepRow>
    </li>
  )
}
