import { Select } from "@medusajs/ui"
import { TASK_STATES } from "../../../domain/task"
import type { TaskQuery } from "../../api/tasks"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"

interface Props {
  readonly query: TaskQuery
  change(query: TaskQuery): void
}

const ANY = "any"

/** The skills whose tasks are looked for; their names are their own in any language. */
const SKILLS = [
  "create_payment",
  "query_payment_status",
  "capture_payment",
  "refund_payment",
  "tokenize_card",
  "recurrent_charge",
  "list_payments",
]

/** What the list of tasks is narrowed to. */
export function TaskFilters({ query, change }: Props) {
  const t = useText()
  const states = TASK_STATES.map((state) => [state, t.of("states", state)] as const)
  const skills = SKILLS.map((skill) => [skill, skill] as const)
  const set = (member: "state" | "skill") => (value: string) =>
    change({ ...query, [member]: value === ANY ? undefined : value })
  return (
    <div className="grid grid-cols-1 gap-4 px-6 py-4 sm:grid-cols-2 lg:grid-cols-4">
      <Choice
        label={t("tasks.state")}
        any={t("tasks.any_state")}
        of={states}
        value={query.state}
        set={set("state")}
      />
      <Choice
        label={t("tasks.skill")}
        any={t("tasks.any_skill")}
        of={skills}
        value={query.skill}
        set={set("skill")}
      />
    </div>
  )
}

interface Choices {
  readonly label: string
  readonly any: string
  readonly of: readonly (readonly [value: string, text: string])[]
  readonly value: string | undefined
  set(value: string): void
}

function Choice({ label, any, of, value, set }: Choices) {
  return (
    <Field label={label}>
      {(wiring) => (
        <Select size="small" value={value ?? ANY} onValueChange={set}>
          <Select.Trigger {...wiring}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            <Select.Item value={ANY}>{any}</Select.Item>
            {of.map(([one, text]) => (
              <Select.Item key={one} value={one}>
                {text}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      )}
    </Field>
  )
}
