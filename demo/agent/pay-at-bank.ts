import { expectJson } from "./answers"
import type { Talk } from "./talk"

const TEST_CARD = "4111111111111111"

/** Acts as the customer at the bank: enters a test card and approves, through the simulator's endpoint for scripts. */
export async function payAtBank(sca_redirect_url: string, talk: Talk): Promise<void> {
  const answer = await talk("POST", `${sca_redirect_url}/auto`, {
    json: { card: TEST_CARD, action: "approve" },
  })
  expectJson(answer, 200, "The bank's page")
}
