import { Button, Input } from "@medusajs/ui"
import { XMark } from "@medusajs/icons"
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react"
import { useAgentsLike } from "../../api/agents"
import { useAgentNames } from "../../api/names"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import type { Filters } from "./use-filters"

/** A filter for one agent, which is searched by name or id. */
export function AgentFilter({ of }: { readonly of: Filters<"client_id"> }) {
  const { client_id } = of.values
  const set = (id: string | undefined) => of.set("client_id", id)
  return client_id ? <Chosen id={client_id} drop={() => set(undefined)} /> : <Search choose={set} />
}

function Chosen({ id, drop }: { readonly id: string; drop(): void }) {
  const t = useText()
  const { [id]: name = id } = useAgentNames([id])
  return (
    <Field label={t("common.agent")}>
      {({ id: control }) => (
        <Button
          id={control}
          type="button"
          size="small"
          variant="secondary"
          className="w-full justify-between"
          aria-label={t("common.all_agents", { name })}
          onClick={drop}
        >
          <span className="truncate">{name}</span>
          <XMark />
        </Button>
      )}
    </Field>
  )
}

function Search({ choose }: { choose(id: string): void }) {
  const t = useText()
  const found = useId()
  const [text, setText] = useState("")
  const agents = useAgentsLike(useDeferredValue(text.trim()))
  // A suggestion that the user picks arrives as if its id had been typed.
  const type = (typed: string) => (agents.some(({ id }) => id === typed) ? choose(typed) : setText(typed))
  const enter = ({ key }: KeyboardEvent) => {
    const [first, second] = agents
    if (key === "Enter" && text.trim() && !second) choose(first?.id ?? text.trim())
  }
  return (
    <Field label={t("common.agent")}>
      {(wiring) => (
        <>
          <Input
            {...wiring}
            size="small"
            list={found}
            maxLength={100}
            autoComplete="off"
            placeholder={t("agents.search")}
            value={text}
            onChange={({ target }) => type(target.value)}
            onKeyDown={enter}
          />
          <datalist id={found}>
            {agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
