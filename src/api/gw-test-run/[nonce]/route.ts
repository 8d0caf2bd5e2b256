import { bank } from "../../../surfaces/bank"
import { receivePing } from "../../../surfaces/test-run/receive-ping"
import { mount } from "../../mount"

/** In the same envelope as the bank's addresses: no gates, and what comes in proves itself. */
export const POST = mount(bank, receivePing)
