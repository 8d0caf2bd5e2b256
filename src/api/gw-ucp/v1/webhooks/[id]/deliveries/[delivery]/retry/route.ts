import { ucp } from "../../../../../../../../surfaces/ucp"
import { retryDelivery } from "../../../../../../../../surfaces/ucp/webhook/retry-delivery"
import { mount } from "../../../../../../../mount"

export const POST = mount(ucp, retryDelivery)
