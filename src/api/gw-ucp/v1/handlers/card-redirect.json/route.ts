import { ucp } from "../../../../../surfaces/ucp"
import { handlerSchema } from "../../../../../surfaces/ucp/payment-handler/handler-documents"
import { mount } from "../../../../mount"

export const GET = mount(ucp, handlerSchema)
