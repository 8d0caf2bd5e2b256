import { VERSIONS } from "../../src/surfaces/a2a/dialects/a2a-version"
import { accessTo, BY_SKILL, methodsOf } from "../../src/surfaces/a2a/dialects/official-methods"
import { METHODS, methodOf } from "../../src/surfaces/a2a/methods"
import { SKILLS } from "../../src/surfaces/a2a/skills"
import { code, type Section } from "./page"

const OF_SKILL = "that of the skill"

/** The JSON-RPC methods at `/gw-a2a/v1/rpc` with their access, by dialect. */
export function a2aMethods(): Section {
  const own = Object.keys(METHODS).map((name) => [code(name), "own", ownAccess(name)])
  const official = VERSIONS.flatMap((version) =>
    methodsOf(version).map((name) => {
      const access = accessTo(version, name) ?? ""
      return [code(name), `A2A ${version}`, access === BY_SKILL ? OF_SKILL : code(access)]
    })
  )
  return {
    heading: "A2A methods",
    text: "The methods of `POST /gw-a2a/v1/rpc`. To cancel a task, the token also needs the scope of the task's skill.",
    table: { columns: ["method", "dialect", "access"], rows: [...own, ...official] },
  }
}

/** The access of a method of the own dialect. It is the skill's if it differs from skill to skill. */
function ownAccess(name: string): string {
  const found = new Set(SKILLS.map(({ id }) => methodOf(name, { skill_id: id }).operation.access))
  const [access, ...others] = found
  return others.length ? OF_SKILL : code(access ?? "")
}

/** The skills with their scopes. */
export function a2aSkills(): Section {
  const rows = SKILLS.map(({ id, access, description }) => [code(id), code(access), description])
  return { heading: "A2A skills", table: { columns: ["skill", "scope", "description"], rows } }
}
