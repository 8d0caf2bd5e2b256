import { acp } from "../../../../../surfaces/acp"
import { handlerSpecification } from "../../../../../surfaces/acp/payment-handler/handler-documents"
import { mount } from "../../../../mount"

export const GET = mount(acp, handlerSpecification)
