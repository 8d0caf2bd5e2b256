import { acp } from "../../../../../../surfaces/acp"
import { instrumentSchema } from "../../../../../../surfaces/acp/payment-handler/handler-documents"
import { mount } from "../../../../../mount"

export const GET = mount(acp, instrumentSchema)
