import { type ResponseName, strict, type Version } from "../index"

/** A rule, and a change that breaks it in an example. */
export type Broken = [rule: string, response: ResponseName, example: string, at: string, value: unknown]

/** The reasons why a document is rejected. */
export function refusals(response: ResponseName, document: unknown, version: Version): string[] {
  const issues = strict(version)[response].safeParse(document).error?.issues ?? []
  return issues.map(({ message }) => message)
}
