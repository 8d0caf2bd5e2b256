import { ucp } from "../../../../../surfaces/ucp"
import { handlerSpecification } from "../../../../../surfaces/ucp/payment-handler/handler-documents"
import { mount } from "../../../../mount"

export const GET = mount(ucp, handlerSpecification)
