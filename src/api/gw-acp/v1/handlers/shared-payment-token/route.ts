import { acp } from "../../../../../surfaces/acp"
import { sharedTokenSpecification } from "../../../../../surfaces/acp/payment-handler/shared-token-documents"
import { mount } from "../../../../mount"

export const GET = mount(acp, sharedTokenSpecification)
