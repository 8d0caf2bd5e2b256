import { z } from "@medusajs/framework/zod"
import { UpdateSettings } from "../../src/api/admin/agentic-commerce/validators"
import { SETTINGS } from "../../src/modules/policy/migrations/tables/setting"
import { GatewayOptions, GwbOptions, RedsysOptions } from "../../src/options"
import { fromEnvironment } from "../../src/options/environment"
import { code, page, type Section } from "./page"
import { memberDocstrings, parse } from "./source"
import { innerOf, typeOf } from "./zod-types"

const TEXT = `It lists the options of the plugin in \`medusa-config.ts\` and the merchant's settings, which the admin's
page and its API change. [docs/admin-settings.md](../admin-settings.md) describes the settings.`

/** The plugin's options and the merchant's settings, with types and defaults. */
export function settingsPage(): string {
  return page("Settings", TEXT, [options(), redsysOptions(), settings()])
}

interface Member {
  /** `group.name` for a member of a group. */
  readonly name: string
  readonly schema: z.ZodType
  /** The name of an optional group. */
  readonly optionalGroup?: string
}

/** A schema's members, where `groups` are replaced by their members. */
function membersOf(schema: z.ZodType, groups: readonly string[]): Member[] {
  return entriesOf(schema).flatMap(([name, member]) => {
    if (!groups.includes(name)) return [{ name, schema: member }]
    const optionalGroup = member.safeParse(undefined).success ? name : undefined
    return entriesOf(member).map(([inner, of]) => ({ name: `${name}.${inner}`, schema: of, optionalGroup }))
  })
}

const entriesOf = (schema: z.ZodType): [string, z.ZodType][] =>
  Object.entries((innerOf(schema) as z.ZodObject<Record<string, z.ZodType>>).shape)

function options(): Section {
  const docstrings = new Map([
    ...docstringsOf("index", "GatewayOptions"),
    ...docstringsOf("bank", "GwbOptions", "bank."),
  ])
  const members = membersOf(GatewayOptions, ["links", "alerts"]).flatMap((member) =>
    member.name === "bank" ? bankMembers(GwbOptions) : [member]
  )
  return {
    heading: "Options",
    text: "An option that is not in `medusa-config.ts` is read from its environment variable.",
    table: optionTable(members, docstrings),
  }
}

function redsysOptions(): Section {
  return {
    heading: "Options of the driver redsys",
    text: "They replace the options of `bank` above ([docs/banks/redsys.md](../banks/redsys.md#configuration)).",
    table: optionTable(bankMembers(RedsysOptions), docstringsOf("bank", "RedsysOptions", "bank.")),
  }
}

const docstringsOf = (file: string, name: string, prefix = ""): Map<string, string> => {
  const own = memberDocstrings(parse(`src/options/${file}.ts`), name)
  return new Map([...own].map(([member, text]) => [`${prefix}${member}`, text]))
}

/** The members of the optional group `bank` for one protocol. */
const bankMembers = (schema: z.ZodType): Member[] =>
  entriesOf(schema).map(([name, of]) => ({ name: `bank.${name}`, schema: of, optionalGroup: "bank" }))

function optionTable(members: readonly Member[], docstrings: ReadonlyMap<string, string>): Section["table"] {
  const rows = members.map((member) => [
    code(member.name),
    code(variableOf(member.name)),
    typeOf(member.schema),
    defaultOf(member),
    described(member.name, member.schema.description ?? docstrings.get(member.name)),
  ])
  return { columns: ["option", "environment variable", "type", "default", "description"], rows }
}

/** An environment in which the value of each variable is its name. */
const NAMES = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => String(name) })

function variableOf(option: string): string {
  const value = option
    .split(".")
    .reduce((found: unknown, name) => (found as Record<string, unknown> | undefined)?.[name], read)
  return typeof value === "string" ? value : ""
}

const read: unknown = fromEnvironment(NAMES)

/** The value that an absent option has. */
function defaultOf({ schema, optionalGroup }: Member): string {
  const parsed = schema.safeParse(undefined)
  if (!parsed.success) return optionalGroup ? `required in ${code(optionalGroup)}` : "required"
  return parsed.data === undefined ? "" : valueOf(parsed.data)
}

const valueOf = (value: unknown): string => code(typeof value === "string" ? value : JSON.stringify(value))

function described(name: string, text: string | undefined): string {
  if (!text) throw new Error(`${name} has no description: add a docstring.`)
  return text
}

/** The settings whose members have docstrings of their own: the file and the interface of each. */
const GROUPS = {
  retention: { file: "src/domain/retention.ts", type: "Retention" },
  token_lifetimes: { file: "src/domain/token-lifetimes.ts", type: "TokenLifetimes" },
}

function settings(): Section {
  const docstrings = settingDocstrings()
  const defaults = new Map(SETTINGS.flatMap(columnDefaults))
  const rows = membersOf(UpdateSettings, Object.keys(GROUPS)).map(({ name, schema }) => [
    code(name),
    typeOf(schema),
    valueOf(defaults.get(name) ?? null),
    described(name, docstrings.get(name)),
  ])
  return {
    heading: "Merchant settings",
    text: `The members of \`POST /admin/agentic-commerce/settings\`, and the values of a new store. Token lifetimes are in
      seconds, retention periods in days.`,
    table: { columns: ["setting", "type", "default", "description"], rows },
  }
}

function settingDocstrings(): Map<string, string> {
  const settings = parse("src/modules/policy/models/settings.ts")
  const own = [...memberDocstrings(settings, "Settings"), ...memberDocstrings(settings, "SecretSettings")]
  const inner = Object.entries(GROUPS).flatMap(([group, { file, type }]) =>
    [...memberDocstrings(parse(file), type)].map(([name, text]) => [`${group}.${name}`, text] as const)
  )
  return new Map([...own, ...inner])
}

const COLUMN = /(\w+) (boolean|text\[\]|text|jsonb)(?: not null)? default (true|false|'[^']*')/g

/** The defaults of the columns of a `create table`; those of a JSON object's members also as `column.member`. */
function columnDefaults(statement: string): [string, unknown][] {
  return [...statement.matchAll(COLUMN)].flatMap(([, column = "", type = "", literal = ""]) => {
    const value = sqlValue(type, literal.replace(/^'(.*)'$/, "$1"))
    const members = type === "jsonb" ? Object.entries(value as object) : []
    const inner = members.map(([name, below]): [string, unknown] => [`${column}.${name}`, below])
    return [[column, value], ...inner]
  })
}

function sqlValue(type: string, text: string): unknown {
  if (type === "text") return text
  return type === "text[]" ? text.slice(1, -1).split(",").filter(Boolean) : JSON.parse(text)
}
