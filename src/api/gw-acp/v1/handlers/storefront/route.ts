import { acp } from "../../../../../surfaces/acp"
import { storefrontSpecification } from "../../../../../surfaces/acp/payment-handler/storefront-documents"
import { mount } from "../../../../mount"

export const GET = mount(acp, storefrontSpecification)
