import { Button } from "@medusajs/ui"
import { useId } from "react"
import { beginTestRun, type TestRunAnswer, useTestRun } from "../../api/diagnostics"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { When } from "../common/when"
import { StepRow } from "./step-row"
import { TestStep } from "./test-step"

/** The last step of the setup: starts a test run of the store, and shows the result of each of its steps. */
export function TestStore() {
  const t = useText()
  const id = useId()
  const read = useTestRun()
  return (
    <li>
      <section aria-labelledby={id} className="divide-y">
        <StepRow name={<span id={id}>{t("diagnostics.test")}</span>} state={read.data && stateOf(read.data)}>
          <p className="text-ui-fg-subtle">{t("diagnostics.test_about")}</p>
          <Loaded of={read}>{(answer) => <Run {...answer} />}</Loaded>
        </StepRow>
        {read.data?.test_run && (
          <ol className="bg-ui-bg-subtle divide-y">
            {read.data.test_run.steps.map((step) => (
              <TestStep key={step.id} step={step} />
            ))}
          </ol>
        )}
      </section>
    </li>
  )
}

const stateOf = ({ possible, test_run }: TestRunAnswer) => test_run?.state ?? (possible ? "todo" : "skipped")

/** The button that starts a test run, with the time of the newest one. */
function Run({ possible, test_run }: TestRunAnswer) {
  const t = useText()
  const begin = useChange(beginTestRun, { done: t("diagnostics.test_started"), path: "/test-run" })
  if (!possible && !test_run) return <p>{t("diagnostics.test_impossible")}</p>
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        size="small"
        variant="secondary"
        disabled={!possible}
        isLoading={begin.isPending || test_run?.state === "running"}
        onClick={() => begin.mutate(undefined)}
      >
        {t("diagnostics.test")}
      </Button>
      <span role="status" className="text-ui-fg-subtle">
        {test_run ? <When at={test_run.ended_at ?? test_run.started_at} /> : t("diagnostics.test_never")}
      </span>
    </div>
  )
}
