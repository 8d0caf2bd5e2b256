import { bank } from "../../../surfaces/bank"
import { receivePing } from "../../../diagnostics/test-run/receive-ping"
import { mount } from "../../mount"

/** On the bank's surface, which has no gates: the nonce in the URL authenticates the request. */
export const POST = mount(bank, receivePing)
