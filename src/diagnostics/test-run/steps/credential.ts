import { OAUTH_MODULE } from "../../../modules/oauth"
import type OAuthService from "../../../modules/oauth/service"
import type { TestStepNote } from "../../../modules/policy/models/test-run"
import { LONGEST_RUN_SECONDS } from "../../../modules/policy/test-runs"
import type { TestRunContext } from "../test-run-context"

/** Opens access for the test clients. It ends with the run, or by itself when the server dies. */
export async function openAccess(context: TestRunContext): Promise<TestStepNote> {
  const { container, run } = context
  const { testClients } = container.resolve<OAuthService>(OAUTH_MODULE)
  const a2a = await testClients.open("a2a", run.started_by, LONGEST_RUN_SECONDS)
  const ucp = await testClients.open("ucp", run.started_by, LONGEST_RUN_SECONDS)
  context.tokens = { a2a, ucp }
  return { code: "let_in", message: "A test client has access until the test ends." }
}
