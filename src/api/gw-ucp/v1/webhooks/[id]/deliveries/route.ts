import { ucp } from "../../../../../../surfaces/ucp"
import { listDeliveries } from "../../../../../../surfaces/ucp/webhook/list-deliveries"
import { mount } from "../../../../../mount"

export const GET = mount(ucp, listDeliveries)
