import { Button, Text } from "@medusajs/ui"
import type { TestStep } from "../../../modules/policy/models/test-run"
import { beginTestRun, useTestRun } from "../../api/checkup"
import { useChange } from "../../api/use-change"
import type { Wire } from "../../api/wire"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { State } from "../common/state"
import { When } from "../common/when"
import { useTold } from "./use-told"

/** The store tries itself, and tells how each step went. */
export function TestStore() {
  const t = useText()
  const read = useTestRun()
  const is_running = read.data?.test_run?.state === "running"
  const begin = useChange(beginTestRun, { done: t("checkup.test_begun"), path: "/test-run" })
  const button = (
    <Button
      size="small"
      disabled={!read.data?.possible}
      isLoading={begin.isPending || is_running}
      onClick={() => begin.mutate(undefined)}
    >
      {t("checkup.test")}
    </Button>
  )
  return (
    <Section title={t("checkup.test")} about={t("checkup.test_about")} actions={button}>
      <Loaded of={read}>
        {({ possible, test_run }) => (
          <>
            {!possible && <Said>{t("checkup.test_impossible")}</Said>}
            {possible && !test_run && <Said>{t("checkup.test_never")}</Said>}
            {test_run && (
              <>
                <div className="txt-small flex flex-wrap items-center gap-2 px-6 py-3" role="status">
                  <State state={test_run.state} />
                  <When at={test_run.ended_at ?? test_run.started_at} />
                </div>
                <ol className="divide-y">
                  {test_run.steps.map((step) => (
                    <Step key={step.id} step={step} />
                  ))}
                </ol>
              </>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Said({ children }: { readonly children: string }) {
  return (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      {children}
    </Text>
  )
}

function Step({ step }: { readonly step: Wire<TestStep> }) {
  const t = useText()
  const told = useTold()
  const { id, state, code, message, advice, data = {}, ms } = step
  const name = `test_${code}`
  return (
    <li className="txt-small flex flex-col gap-1 px-6 py-3 sm:flex-row sm:gap-4">
      <div className="flex items-start justify-between gap-2 sm:w-1/3 sm:flex-none">
        <span className="font-medium">{t.of("checkup", `step_${id}`)}</span>
        <State state={state} />
      </div>
      <div className="min-w-0 flex-1 break-words">
        {message && <p>{told(name, data) ?? told(code ?? "", data) ?? message}</p>}
        {code === "approve_at_bank" && state === "running" && (
          <a
            className="text-ui-fg-base break-all underline"
            href={String(data.url)}
            target="_blank"
            rel="noreferrer"
          >
            {String(data.url)}
          </a>
        )}
        {advice && (
          <p className="text-ui-fg-subtle">
            → {told(`${name}_advice`, data) ?? told(`${code}_advice`, data) ?? advice}
          </p>
        )}
        {ms !== null && <p className="text-ui-fg-subtle tabular-nums">{t("checkup.took", { ms })}</p>}
      </div>
    </li>
  )
}
