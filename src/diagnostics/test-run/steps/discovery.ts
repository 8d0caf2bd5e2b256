import { requestOnce } from "../../request-once"
import { baseUrl } from "../../checks/base-url"
import { NotChecked } from "../../check-context"
import type { TestStepNote } from "../../../modules/policy/models/test-run"
import { policyOf } from "../../../gateway/admission"
import { failed } from "../outcome"
import type { TestRunContext } from "../test-run-context"

/** Checks that the discovery documents are served at the store's public address. */
export async function discover({ container }: TestRunContext): Promise<TestStepNote> {
  const { options } = policyOf({ container })
  const query = () => Promise.reject(new NotChecked("the database is not queried"))
  const store = { env: process.env, checked: { options }, options, request: requestOnce(), query }
  const results = await baseUrl.run(store)
  const wrong = results.find(({ level }) => level === "problem")
  if (wrong)
    throw failed(`base_url_${wrong.code}`, wrong.text, {
      data: wrong.data ?? {},
      ...(wrong.advice && { advice: wrong.advice }),
    })
  const { base_url } = options
  return {
    code: "found",
    message: `${base_url} answers, with every document for discovery.`,
    data: { base_url },
  }
}
